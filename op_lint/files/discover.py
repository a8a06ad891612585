"""Which files to check: the ones named, and what a walk of the named folders finds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SKIPPED_FOLDERS = frozenset(
    {
        ".bzr", ".direnv", ".eggs", ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox", ".pytest_cache",
        ".ruff_cache", ".svn", ".tox", ".venv", "__pycache__", "__pypackages__", "node_modules", "site-packages",
        "venv",
    }
)  # fmt: skip
"""Folders that never hold a project's own source."""

EXTENSIONS = (".py", ".ipynb")


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A file to check; ``explicit`` when it was named itself."""

    path: str
    explicit: bool = False


@dataclass(frozen=True, slots=True)
class Discovery:
    """The files, sorted and each once, a message for each path that is not there or folder that cannot be listed, and
    the folders that were listed.
    """

    files: tuple[Found, ...]
    missing: dict[str, str]
    folders: tuple[str, ...] = ()


class Exclude(Protocol):
    """Says whether the config excludes a path (a folder's ends with ``/``)."""

    def __call__(self, path: str, /) -> bool: ...


def discover(
    paths: Iterable[str],
    *,
    exclude: Exclude | None = None,
    gitignore: bool = True,
    extensions: Sequence[str] = EXTENSIONS,
    force_exclude: bool = False,
) -> Discovery:
    """Effect: walks the file system. A path that is named itself is taken whatever its name, unless ``force_exclude``
    lets ``exclude`` speak for it too; a folder is walked whatever its name. Links to folders are not followed.
    """
    found: dict[str, Found] = {}
    missing: dict[str, str] = {}
    listed: list[str] = []
    endings = tuple(extensions)
    for path in paths:
        clean = os.path.normpath(path) if path else path
        if os.path.isdir(clean):  # noqa: PTH112 - that of Path raises where a folder above may not be entered
            walk = _Walk(exclude, gitignore, endings, listed, missing)
            for name in walk.files(clean, _Ignores.above(clean) if gitignore else None):
                found.setdefault(_real(name), Found(name))
        elif problem := _problem(clean):
            missing[path] = f"{path or repr(path)}: {problem}"
        elif not (force_exclude and exclude is not None and exclude(clean)):
            found[_real(clean)] = Found(clean, explicit=True)
    return Discovery(tuple(sorted(found.values())), missing, tuple(listed))


def _real(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100 - resolve() would follow links


def _problem(path: str) -> str:
    """Effect: looks the path up. Says why there is nothing to check; empty where there is."""
    try:
        os.stat(path)  # noqa: PTH116 - an empty path is none, and no name for the current folder
    except OSError as error:
        gone = isinstance(error, FileNotFoundError | NotADirectoryError)
        if gone and os.path.islink(path):  # noqa: PTH114 - as above
            return f"this is a link to {os.readlink(path)}, which is not there"  # noqa: PTH115
        return "there is no such file or folder" if gone else f"the path cannot be read: {error.strerror or error}"
    return ""


@dataclass(frozen=True, slots=True)
class _Walk:
    """A walk over folders; it adds to ``listed`` and ``problems``."""

    exclude: Exclude | None
    gitignore: bool
    endings: tuple[str, ...]
    listed: list[str]
    problems: dict[str, str]

    def files(self, folder: str, ignores: _Ignores | None) -> Iterator[str]:
        """Effect: lists the folder and those in it. Gives the files to check."""
        self.listed.append(folder)
        try:
            with os.scandir(folder) as scan:
                entries = list(scan)
        except OSError as error:
            self.problems[folder] = f"{folder}: the folder cannot be listed: {error.strerror or error}"
            return
        if self.gitignore and any(entry.name == ".gitignore" for entry in entries):
            ignores = _Ignores.add(ignores, folder)
        prefix = "" if folder == "." else folder.rstrip(os.sep) + os.sep
        for entry in entries:
            path = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name in SKIPPED_FOLDERS or (self.exclude is not None and self.exclude(path + "/")):
                    continue
                if ignores is None or not ignores.match(path, folder=True):
                    yield from self.files(path, ignores)
            elif (
                entry.name.endswith(self.endings)
                and _is_file(entry)
                and not (self.exclude is not None and self.exclude(path))
                and (ignores is None or not ignores.match(path, folder=False))
            ):
                yield path


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link that leads back to itself
        return False


@dataclass(frozen=True, slots=True)
class _Ignores:
    """The ``.gitignore`` files from a repository's root down to a folder: the deepest that says anything decides."""

    root: str
    spec: GitIgnoreSpec
    outer: _Ignores | None

    @classmethod
    def add(cls, outer: _Ignores | None, folder: str) -> _Ignores | None:
        """Effect: reads the folder's ``.gitignore``; one that cannot be read says nothing."""
        from pathspec import GitIgnoreSpec

        try:
            lines = (Path(folder) / ".gitignore").read_text("utf-8", "replace").splitlines()
        except OSError:
            return outer
        return cls(_real(folder), GitIgnoreSpec.from_lines(lines), outer)

    @classmethod
    def above(cls, folder: str) -> _Ignores | None:
        """Effect: reads the ``.gitignore`` files between a repository's root and the folder, its own left out."""
        here = Path(_real(folder))
        inside = [here, *here.parents]
        top = next((number for number, parent in enumerate(inside) if os.path.exists(parent / ".git")), 0)  # noqa: PTH110
        ignores: _Ignores | None = None
        for parent in reversed(inside[1 : top + 1]):
            if os.path.isfile(parent / ".gitignore"):  # noqa: PTH113
                ignores = cls.add(ignores, str(parent))
        return ignores

    def match(self, path: str, *, folder: bool) -> bool:
        name = _real(path)
        ignores: _Ignores | None = self
        while ignores is not None:
            inner = name[len(ignores.root) :].lstrip(os.sep).replace(os.sep, "/") + ("/" if folder else "")
            said = ignores.spec.check_file(inner).include
            if said is not None:
                return said
            ignores = ignores.outer
        return False
