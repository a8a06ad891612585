"""From the bytes of a file to its text, and back without a byte of difference."""

from __future__ import annotations

import codecs
import os
import re
import stat
from dataclasses import dataclass, field, replace
from pathlib import Path

from op_lint.files.positions import Lines

MAX_BYTES = 5_000_000
"""Larger files are not read: no hand-written module comes near."""

_BOM = b"\xef\xbb\xbf"
_BREAK = re.compile(rb"\r\n|\r|\n")
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")


class UnreadableError(Exception):
    """A file that cannot be turned into text; ``line`` (0-based) is where, 0 where no line is to blame."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The text of a file and what it takes to write it back: ``encoding``, byte order mark, usual line break."""

    text: str
    encoding: str = "utf-8"
    bom: bool = False
    lines: Lines = field(init=False, repr=False, compare=False)
    _newline: list[str] = field(init=False, repr=False, compare=False, default_factory=list)
    """Empty until ``newline`` is asked for: that takes three walks over the text, and every fix asks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", Lines(self.text))

    def edited(self, start: int, end: int, text: str) -> SourceFile:
        """The file after ``text`` has taken the place of what is between two offsets in code points."""
        lines = self.lines.edited(start, end, text)
        made = replace(self, text=lines.text)
        object.__setattr__(made, "lines", lines)
        return made

    @property
    def newline(self) -> str:
        """The line break that the file uses most, else a line feed."""
        if not self._newline:
            windows = self.text.count("\r\n")
            counts = {"\n": self.text.count("\n") - windows, "\r\n": windows, "\r": self.text.count("\r") - windows}
            self._newline.append(max(counts, key=lambda kind: counts[kind]))
        return self._newline[0]

    def encode(self) -> bytes:
        """The file's bytes. Raises UnicodeEncodeError where its encoding has no such character."""
        return (_BOM if self.bom else b"") + self.text.encode(self.encoding)

    def with_text(self, text: str) -> SourceFile:
        """The same file with another text."""
        return replace(self, text=text)


def decode(data: bytes) -> SourceFile:
    """The text of a Python file, by its byte order mark or coding cookie, else as UTF-8; line breaks are kept.

    Raises UnreadableError for a NUL byte, an unknown encoding, and bytes that the encoding does not have.
    """
    bom = data.startswith(_BOM)
    body = data[len(_BOM) :] if bom else data
    if b"\x00" in body:
        raise UnreadableError("the file holds a NUL byte: it is not Python source", _line(body, body.index(0)))
    encoding = _cookie(body) or "utf-8"
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        raise UnreadableError(f'the coding cookie names an unknown encoding, "{encoding}"') from None
    if bom and name != "utf-8":
        raise UnreadableError(f'the file has a UTF-8 byte order mark, but its coding cookie says "{encoding}"')
    try:
        return SourceFile(body.decode(encoding), encoding, bom)
    except UnicodeDecodeError as error:
        line = _line(body, error.start)
        message = f"byte 0x{body[error.start]:02x} on line {line + 1} is not valid {encoding}: save the file as UTF-8"
        raise UnreadableError(message, line) from None
    except (LookupError, UnicodeError, ValueError):
        raise UnreadableError(f'the file cannot be read as "{encoding}", the encoding of its coding cookie') from None


def read_source(path: str, max_bytes: int = MAX_BYTES) -> SourceFile:
    """Effect: reads a file. Raises UnreadableError, also for what is no file, may not be read or is too large."""
    return decode(read_bytes(path, max_bytes))


def read_bytes(path: str, max_bytes: int = MAX_BYTES) -> bytes:
    """Effect: reads a regular file's bytes. Raises UnreadableError, for a file over ``max_bytes`` as well."""
    try:
        _regular(Path(path).stat())  # before it is opened: that would wait for the writer of a pipe
        with Path(path).open("rb", buffering=0) as file:
            return _read_regular(file.fileno(), max_bytes)
    except OSError as error:
        raise UnreadableError(f"the file cannot be read: {error.strerror or error}") from None


def _read_regular(handle: int, max_bytes: int) -> bytes:
    status = os.fstat(handle)
    _regular(status)
    if status.st_size > max_bytes:
        raise UnreadableError(f"the file has {status.st_size:,} bytes; op-lint reads at most {max_bytes:,}")
    chunks = []
    while chunk := os.read(handle, max(status.st_size, 1) + 1):
        chunks.append(chunk)
    return b"".join(chunks)


def _regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableError("this is not a regular file")


def _cookie(data: bytes) -> str | None:
    first, _, rest = _split(data)
    match = _COOKIE.match(first)
    if match is None and _BLANK.match(first):
        match = _COOKIE.match(_split(rest)[0])
    return match.group(1).decode("ascii", "replace") if match else None


def _split(data: bytes) -> tuple[bytes, bytes, bytes]:
    found = _BREAK.search(data, 0, 4096)
    return (data[: found.start()], found.group(), data[found.end() :]) if found else (data[:4096], b"", b"")


def _line(data: bytes, offset: int) -> int:
    return sum(1 for _ in _BREAK.finditer(data, 0, offset))
