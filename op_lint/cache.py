"""Results of earlier runs, by content: of the file, the configuration, the program, and every module consulted."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from op_lint import replay, tokens
from op_lint.config import Config
from op_lint.result import Plain

if TYPE_CHECKING:
    from op_lint.read.reader import Cache as Slices

KEPT = 4
"""Results that are kept for one file: as many configurations are switched between."""

_FORMAT = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """What checking one file gave, and what that rests on besides its bytes."""

    found: list[Plain]
    modules: Mapping[str, str | None]
    """The digest of each other file that was looked at (None where there is none), by absolute path."""
    searched: Mapping[str, str | None]
    """What was found where a module was looked for, by path without an ending."""
    packages: Mapping[str, str]
    """The folder above the outermost package, for each folder that a module was read from."""
    slices: Slices = field(default_factory=dict)
    """What was parsed by libcst for it."""


@dataclass(slots=True)
class Files:
    """Effect: reads files, each once in a run, and none whose status is that of a version read before."""

    known: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    """Status and digest, from earlier runs."""
    settled: int = field(default_factory=lambda: time.time_ns() - replay.SETTLED_NS)
    _digests: dict[str, str | None] = field(default_factory=dict)
    _seen: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    _tops: dict[str, str] = field(default_factory=dict)

    def digest(self, path: str) -> str | None:
        """The digest of a file's bytes; None where it cannot be read."""
        if path not in self._digests:
            self._digests[path] = self._digest(path)
        return self._digests[path]

    def _digest(self, path: str) -> str | None:
        status = replay.status_of(path)
        if status is None:
            return None
        old = self.known.get(path)
        if old is not None and old[0] == list(status):
            self._seen[path] = old
            return old[1]
        found = replay.digest_of(path).hex()
        if found and max(status[0], status[1]) < self.settled:
            self._seen[path] = (list(status), found)
        return found or None

    def forget(self, path: str) -> None:
        """Look at a file again when it is asked for: it was changed."""
        self._digests.pop(path, None)
        self._seen.pop(path, None)
        self._tops.clear()
        self.settled = time.time_ns() - replay.SETTLED_NS

    def young(self, path: str) -> bool:
        """Whether a file was changed since the run began, so that what was read of it may not be what is there now."""
        status = replay.status_of(path)
        return status is not None and max(status[0], status[1]) >= self.settled + replay.SETTLED_NS

    def seen(self) -> dict[str, tuple[list[int], str]]:
        """Status and digest of the files whose status will tell a later version from this one."""
        return self._seen

    def located(self, base: str) -> str | None:
        """Where a module is, given its path without an ending: as the project looks for it."""
        for path in (base + os.sep + "__init__.py", base + ".py"):
            if os.path.isfile(path):  # noqa: PTH113 - thousands of times
                return path
        return base if os.path.isdir(base) else None  # noqa: PTH112

    def top(self, folder: str) -> str:
        """The folder above the outermost package that a folder is in."""
        if folder not in self._tops:
            inner = os.path.isfile(folder + os.sep + "__init__.py")  # noqa: PTH113
            parent = os.path.dirname(folder)  # noqa: PTH120
            self._tops[folder] = self.top(parent) if inner and parent != folder else folder
        return self._tops[folder]


class Store:
    """The results of the files of one configuration's folder. Effect: reads and writes one file of the cache."""

    def __init__(self, root: str, folder: str) -> None:
        from hashlib import blake2b

        name = blake2b(os.fsencode(root), digest_size=8).hexdigest()
        self.file = str(Path(folder, "results", name + ".json"))
        self.changed = False
        self._loaded = _load(self.file)
        self._entries: dict[str, dict[str, Any]] = self._loaded.get("entries", {})
        self.files = Files({path: (status, digest) for path, (status, digest) in self._loaded.get("files", {}).items()})

    def get(self, path: str, key: str) -> list[Plain] | None:
        """What a file gave under a configuration's key, where nothing that it rests on is different."""
        entry = self._entries.get(path, {}).get(key)
        digest = self.files.digest(path)
        if entry is None or digest is None or entry[0] != digest:
            return None
        _, found, modules, searched, packages = entry
        if (
            any(self.files.digest(each) != old for each, old in modules.items())
            or any(self.files.located(base) != old for base, old in searched.items())
            or any(self.files.top(folder) != old for folder, old in packages.items())
        ):
            return None
        return list(found)

    def put(self, path: str, key: str, entry: Entry) -> None:
        """Keep what a file gave, unless a file that was read may have been changed meanwhile."""
        digest = self.files.digest(path)
        if digest is None or any(self.files.young(each) for each in (path, *entry.modules)):
            return
        kept = self._entries.setdefault(path, {})
        kept.pop(key, None)
        kept[key] = [digest, entry.found, dict(entry.modules), dict(entry.searched), dict(entry.packages)]
        while len(kept) > KEPT:
            del kept[next(iter(kept))]
        self.changed = True

    def inputs(self, path: str, key: str) -> Iterable[str]:
        """Paths that the result of a file rests on, also those where there is nothing."""
        entry = self._entries.get(path, {}).get(key)
        if entry is None:
            return
        _, _, modules, searched, packages = entry
        yield from modules
        for base in searched:
            yield from (base, base + ".py", base + os.sep + "__init__.py")
        for folder, top in packages.items():
            yield from _between(folder, top)

    def save(self) -> None:
        """Effect: writes what was added; files that are gone are left out."""
        seen = self.files.seen()
        if not self.changed and len(seen) == len(self.files.known) and seen == self.files.known:
            return
        gone = [path for path in self._entries if path not in seen and not Path(path).is_file()]
        for path in gone:
            del self._entries[path]
        files = {**{path: old for path, old in self.files.known.items() if path in self._entries}, **seen}
        data = {"format": _FORMAT, "files": files, "entries": self._entries}
        replay.replace(self.file, json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode("ascii"))


def _between(folder: str, top: str) -> Iterable[str]:
    while True:
        yield folder + os.sep + "__init__.py"
        parent = os.path.dirname(folder)  # noqa: PTH120
        if folder == top or parent == folder:
            return
        folder = parent


def _load(file: str) -> dict[str, Any]:
    try:
        data = json.loads(Path(file).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) and data.get("format") == _FORMAT else {}


def key_of(config: Config, *, explicit: bool) -> str:
    """What a result rests on that is the same for all files of a configuration."""
    from hashlib import blake2b

    said = repr(
        (
            program(),
            sys.version_info[:2],
            config.root,
            config.settings,
            sorted(config.bases.items()),
            explicit,
            _tokenizer(),
        )
    )
    return blake2b(said.encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()


def _tokenizer() -> tuple[str, ...]:
    """What counts tokens: the file's digest, and whether there is a package that reads it."""
    file = tokens.named()
    return (replay.digest_of(file).hex(), tokens.problem()) if file else ()


@cache
def program() -> str:
    """A digest of this program's source, the versions of what reads source for it, and the packages of rules."""
    from hashlib import blake2b
    from importlib.metadata import version

    import op_runtime

    import op_lint

    digest = blake2b(digest_size=16)
    for package in (op_lint, op_runtime):
        top = Path(str(package.__file__)).parent
        for path in sorted(top.rglob("*.py")):
            digest.update(os.fsencode(path.relative_to(top)) + b"\0" + path.read_bytes() + b"\0")
    for name in ("libcst", "tree-sitter", "tree-sitter-python"):
        digest.update(f"{name} {version(name)}\0".encode())
    for file in rule_files():
        digest.update(os.fsencode(file) + b"\0" + replay.digest_of(file))
    return digest.hexdigest()


@cache
def rule_files() -> tuple[str, ...]:
    """Effect: loads the rules of installed packages. Gives the files that define rules and are not this program's."""
    from op_lint.rules import every

    names = {type(rule).__module__ for rule in every()}
    modules = [sys.modules[name] for name in sorted(names) if not name.startswith("op_lint.") and name in sys.modules]
    return tuple(file for file in (getattr(module, "__file__", None) for module in modules) if file)


def clean(folder: str) -> int:
    """Effect: removes all results in a folder of the cache. Gives how many files that were."""
    removed = 0
    for place in ("runs", "results", "slices"):
        for path in (Path(folder) / place).glob("*"):
            path.unlink(missing_ok=True)
            removed += 1
        if (Path(folder) / place).is_dir():
            (Path(folder) / place).rmdir()
    return removed
