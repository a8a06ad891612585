"""Says again what the last run of the same command said, when nothing that it had read is different.

A recording holds the output and every input: the files, the folders that were listed, the configurations, the modules
consulted, the places where a file would have counted, the program itself. Files are compared by their status and,
where that differs, by their content: a new check-out costs a read and no analysis. Only built-in modules are imported.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Status = tuple[int, int, int, int]

SETTLED_NS = 2_000_000_000
"""Age from which the time of a file tells it from a later version: no file system counts in steps of over 2 s."""
KEPT = 40
"""Recordings that are kept; the oldest go first."""

_FORMAT = 1
_MARKED = 20
_SHOWN_BY = (
    "COLUMNS",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR_FORCE",
    "TERM",
    "COLORTERM",
    "TTY_COMPATIBLE",
    "PYTHONPATH",
    "OP_LINT_TOKENIZER",
)
"""Environment variables that change what is found or how it looks."""


def folder() -> str:
    """Where results are kept: ``OP_LINT_CACHE_DIR``, else the user's folder for caches."""
    said = os.environ.get("OP_LINT_CACHE_DIR")
    if said:
        return said
    home = os.path.expanduser("~")  # noqa: PTH111 - pathlib is slow to import
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home
    elif sys.platform == "darwin":
        base = home + "/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or home + "/.cache"
    return base + os.sep + "op-lint"


def play(words: Sequence[str]) -> int | None:
    """Effect: writes what the same command wrote before. Gives its exit code, None where that may be out of date."""
    if not _repeatable(words):
        return None
    file = _file(words)
    recording = _read(file)
    if recording is None or recording[0] != _key(words):
        return None
    _, code, out, err, inputs = recording
    renewed = []
    for path, status, digest in inputs:
        now = status_of(path)
        if now != status:
            if now is None or status is None or digest != digest_of(path):
                return None
            renewed.append((path, now))
    if renewed:
        fresh = dict(renewed)
        keep(file, recording[0], code, out, err, [(path, fresh.get(path, old), d) for path, old, d in inputs])
    sys.stdout.write(out)
    sys.stdout.flush()  # so that the figures on stderr come last wherever both lead
    sys.stderr.write(err)
    return int(code)


def record(words: Sequence[str], code: int, out: str, err: str, paths: Iterable[str], *, started: int) -> None:
    """Effect: keeps what a command said, unless one of the paths is so new that a later version may look the same.

    ``paths`` are the files and folders that it depends on, also those that are not there; ``started`` is when the run
    began, in nanoseconds.
    """
    if not _repeatable(words):
        return
    inputs = []
    for path in sorted({*map(os.path.abspath, paths), *_program()}):
        status = status_of(path)
        if status is not None and max(status[0], status[1]) > started - SETTLED_NS:
            return
        inputs.append((path, status, None if status is None else digest_of(path)))
    keep(_file(words), _key(words), code, out, err, inputs)


def status_of(path: str) -> Status | None:
    """What tells a version of a file or folder from another without reading it; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def digest_of(path: str) -> bytes:
    """A digest of a regular file's bytes or of a folder's names; empty where it cannot be read or is neither."""
    from hashlib import blake2b

    try:
        if os.path.isdir(path):  # noqa: PTH112
            with os.scandir(path) as scan:
                listed = sorted((entry.name, entry.is_dir()) for entry in scan if entry.name != "__pycache__")
            return blake2b(repr(listed).encode("utf-8", "surrogateescape"), digest_size=16).digest()
        if not os.path.isfile(path):  # noqa: PTH113 - opening a pipe would wait for its writer
            return b""
        with open(path, "rb") as file:  # noqa: PTH123
            return blake2b(file.read(), digest_size=16).digest()
    except OSError:
        return b""


def _repeatable(words: Sequence[str]) -> bool:
    """Whether a command only reads files and says what it found; arguments that begin one of these do more."""
    if words and words[0] in ("check",):
        words = words[1:]
    elif words and not words[0].startswith("-") and not os.path.exists(words[0]):  # noqa: PTH110
        return False
    more = ("--fix", "--unsafe", "--diff", "--add", "--watch", "--output-fi", "--stdin", "--no-cache", "--cache-dir",
            "--since", "--help", "--verb")  # fmt: skip
    return not any(word in ("-", "-h", "-V", "-v") or word.startswith(more) for word in words)


def _key(words: Sequence[str]) -> str:
    streams = [
        (stream.isatty(), getattr(stream, "encoding", ""), getattr(stream, "errors", ""))
        for stream in (sys.stdout, sys.stderr)
    ]
    shown = [os.environ.get(name) for name in _SHOWN_BY]
    return repr((_FORMAT, list(words), os.getcwd(), sys.version, sys.executable, sys.path, streams, shown))  # noqa: PTH109


def _file(words: Sequence[str]) -> str:
    from binascii import crc32

    name = f"{crc32(repr((list(words), os.getcwd())).encode('utf-8', 'surrogateescape')):08x}.run"  # noqa: PTH109
    return f"{folder()}{os.sep}runs{os.sep}{name}"


def _read(file: str) -> tuple[str, int, str, str, list[tuple[str, Status | None, bytes | None]]] | None:
    import marshal

    try:
        with open(file, "rb") as stream:  # noqa: PTH123
            data = stream.read()
        # A file that another Python wrote, or that was cut, must not reach marshal, which may crash on it.
        body = data[_MARKED:]
        return marshal.loads(body) if data[:_MARKED] == _mark(body) else None
    except (OSError, ValueError, EOFError, TypeError):
        return None


def _mark(body: bytes) -> bytes:
    from binascii import crc32

    return f"{sys.hexversion:08x}{_FORMAT:04x}{crc32(body):08x}".encode()


def keep(
    file: str,
    key: str,
    code: int,
    out: str,
    err: str,
    inputs: Sequence[tuple[str, Status | None, bytes | None]],
) -> None:
    """Effect: writes a recording; a place where nothing can be written keeps nothing."""
    import marshal

    body = marshal.dumps((key, code, out, err, list(inputs)))
    replace(file, _mark(body) + body)


def replace(file: str, data: bytes) -> None:
    """Effect: writes a file of the cache in one step, for its owner only; a failure leaves things as they are."""
    place = os.path.dirname(file)  # noqa: PTH120
    temporary = f"{file}.{os.getpid()}"
    try:
        os.makedirs(place, mode=0o700, exist_ok=True)  # noqa: PTH103
        with open(temporary, "wb") as stream:  # noqa: PTH123
            stream.write(data)
        os.replace(temporary, file)  # noqa: PTH105
        _prune(place)
    except OSError:
        try:
            os.unlink(temporary)  # noqa: PTH108
        except OSError:
            return


def _prune(place: str) -> None:
    with os.scandir(place) as scan:
        files = [(entry.stat().st_mtime, entry.path) for entry in scan]
    for _, path in sorted(files)[:-KEPT]:
        os.unlink(path)  # noqa: PTH108


def _program() -> list[str]:
    """The program's own files, and the folders where packages (and so rules) are installed."""
    import op_runtime

    import op_lint

    found = [path for path in sys.path if path]
    for package in (op_lint, op_runtime):
        for place, folders, names in os.walk(os.path.dirname(str(package.__file__))):  # noqa: PTH120
            folders[:] = [name for name in folders if name != "__pycache__"]
            found.extend(place + os.sep + name for name in names if name.endswith(".py"))
    return found
