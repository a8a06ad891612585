"""The modules of one project: where they are, what is in them, and unsaved texts in their place."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from op_lint.files.notebook import read_code
from op_lint.files.source import SourceFile, UnreadableError
from op_lint.imports import Import, read_imports
from op_lint.index import Index
from op_lint.read.reader import Cache, Reader
from op_lint.resolve.kept import Kept
from op_lint.resolve.roots import MANIFEST, declared_roots
from op_lint.statements import Rests


@dataclass(eq=False)
class Module:
    """One source file; parsed when first asked about."""

    path: str
    source: SourceFile
    project: Project

    @cached_property
    def name(self) -> str:
        """Its dotted name as far up as there are packages: ``kit.tools`` for ``src/kit/tools.py``."""
        package = self.project.package_of(self.folder)
        if self.is_package:
            return package or os.path.basename(self.folder)  # noqa: PTH119
        stem = os.path.splitext(os.path.basename(self.path))[0]  # noqa: PTH119, PTH122
        return f"{package}.{stem}" if package else stem

    @property
    def data(self) -> bytes:
        """The text in UTF-8."""
        return self.source.lines.data

    @cached_property
    def light_imports(self) -> tuple[Import, ...]:
        """What its import statements bind, read without a tree."""
        return tuple(read_imports(self.data))

    earlier: Module | None = None
    """An earlier text of it of which something is known."""
    kept: Kept | None = None
    """What was found out about this very text."""
    indexed: Index | None = None
    """What is known already of the index."""

    mark: object = field(default_factory=object)
    """Stands for this very text where it must not be kept."""
    used: int = 0
    """The turn of the project in which the index was asked for last."""

    @property
    def index(self) -> Index:
        """What the file binds and where."""
        self.used = self.project.turn
        self.project.parsed.add(self)
        if self.indexed is None:
            lines = self.source.lines
            self.indexed = self.earlier.index.edited(lines) if self.earlier is not None else Index(lines)
        return self.indexed

    @property
    def folder(self) -> str:
        """The folder it is in."""
        return os.path.dirname(self.path)  # noqa: PTH120 - text in, text out, thousands of times

    @property
    def is_package(self) -> bool:
        """Whether it is an ``__init__.py``."""
        return self.path.endswith("__init__.py")

    @cached_property
    def postponed(self) -> bool:
        """Whether its annotations are text (``from __future__ import annotations``)."""
        return "annotations" in self.source.text and any(
            line.replace(" ", "").startswith("from__future__import") and "annotations" in line
            for line in self.source.text[:20_000].splitlines()
        )


@dataclass(frozen=True, slots=True)
class Folder:
    """A package without ``__init__.py``: a name that only leads to modules."""

    path: str


@dataclass(eq=False)
class Project:
    """The modules under ``root`` and what they may import.

    ``source_roots`` (relative to ``root``) are searched first, then those that ``pyproject.toml`` names.
    ``modules`` are further ones whose names count as ours.
    ``overlay`` holds unsaved texts by absolute path. Everything read is kept until ``forget``.
    """

    root: str
    source_roots: Sequence[str] = ()
    modules: Collection[str] = ()
    overlay: dict[str, str] = field(default_factory=dict)
    cache: Cache = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.root = _absolute(self.root)
        self.reader = Reader(self.cache)
        self._manifest = os.path.join(self.root, MANIFEST)  # noqa: PTH118
        self.consulted: set[str] = set()
        """Absolute paths of the files that were read since this was last emptied."""
        self.searched: dict[str, str | None] = {}
        """What was found where a module was looked for since this was last emptied, by its path without an ending."""
        self._modules: dict[str, Module | None] = {}
        self._packages: dict[str, str] = {}
        self.turn = 0
        """How often trees were let go."""
        self.parsed: set[Module] = set()
        """Files whose trees may be there."""
        self._epoch = 0
        self._found: dict[str, str | None] = {}
        self._roots: dict[str, list[str]] = {}

    def module(self, path: str, source: SourceFile | None = None) -> Module | None:
        """Effect: reads and keeps a file; None where it cannot be read. ``source`` is taken instead of the file."""
        key = _absolute(path)
        self.consulted.add(key)
        known = self._modules.get(key)
        if source is not None:
            if known is None or known.source.text != source.text:
                known = self._modules[key] = self._replace(key, source, known)
            return known
        if key not in self._modules:
            self._modules[key] = self._read(key)
        return self._modules[key]

    @contextmanager
    def noting(self, module: Module, rests: Rests) -> Iterator[None]:
        """Effect: notes what is looked at in between for a result about a module; all of it counts as consulted."""
        outer = self.consulted, self.searched, self.reader.looked_at, module.index.noted
        self.consulted, self.searched, self.reader.looked_at = set(), rests.searched, []
        module.index.noted = rests
        try:
            yield
        finally:
            lines, own = module.source.lines, _absolute(module.path)
            rests.spans.update((start, end) for holder, start, end in self.reader.looked_at if holder is lines)
            rests.modules.update((path, self._mark(path)) for path in self.consulted if path != own)
            outer[0].update(self.consulted)
            outer[1].update(self.searched)
            self.consulted, self.searched, self.reader.looked_at, module.index.noted = outer

    @property
    def epoch(self) -> int:
        """Changes whenever it may have changed which files there are."""
        return self._epoch

    def stale(self, rests: Rests) -> bool:
        """Whether another file that a result rests on is not what it was."""
        return any(self._mark(path) is not old for path, old in rests.modules.items())

    def _mark(self, path: str) -> object:
        module = self._modules.get(path)
        return module.mark if module is not None else None

    def consult(self, rests: Rests) -> None:
        """Effect: counts as consulted what a result rests on that is used again."""
        self.consulted.update(rests.modules)
        self.searched.update(rests.searched)

    def forget(self, path: str) -> None:
        """Drop what is known of a file, and of which files there are: it was changed, created or deleted."""
        self._modules.pop(_absolute(path), None)
        self._epoch += 1
        self._found.clear()
        self._packages.clear()
        self._roots.clear()
        self.__dict__.pop("_declared", None)

    def let_trees_go(self, kept: int) -> None:
        """Effect: drops the trees of the files that were not asked for lately, until the rest has ``kept`` characters.

        A tree takes forty times the room of its text, and little time to make again. Not for the middle of an
        analysis: whoever holds a node of a tree needs the index of that very tree. Those of this turn stay.
        """
        parsed = [module for module in self.parsed if self._modules.get(module.path) is module]
        self.parsed.clear()
        for module in sorted(parsed, key=lambda module: module.used, reverse=True):
            kept -= len(module.source.text)
            if kept < 0 and module.used != self.turn:
                module.indexed = None
            else:
                self.parsed.add(module)
        self.turn += 1

    def find(self, dotted: str, importer: Module) -> Module | Folder | None:
        """Effect: looks for an imported module in the project; None where the project has none of this name."""
        level = len(dotted) - len(dotted.lstrip("."))
        parts = [part for part in dotted.split(".") if part]
        if level:
            folder = importer.folder
            for _ in range(level - 1):
                folder = os.path.dirname(folder)  # noqa: PTH120
            return self._open(self._locate(folder, parts))
        for root in self._roots_of(importer.folder):
            found = self._open(self._locate(root, parts))
            if found is not None:
                return found
        return None

    def inner(self, package: Module | Folder, name: str) -> Module | Folder | None:
        """Effect: looks for a module inside a package."""
        if isinstance(package, Folder):
            return self._open(self._locate(package.path, [name]))
        return self._open(self._locate(package.folder, [name])) if package.is_package else None

    def absolute(self, dotted: str, importer: Module) -> str:
        """The full dotted name of an import, as far as the packages around the importer tell."""
        level = len(dotted) - len(dotted.lstrip("."))
        if not level:
            return dotted
        package = importer.name.split(".")
        package = package[: len(package) - level + importer.is_package]
        return ".".join([*package, *[part for part in dotted.split(".") if part]])

    def _replace(self, path: str, source: SourceFile, old: Module | None) -> Module:
        made = Module(path, source, self)
        if old is not None:
            self.parsed.discard(old)
            made.earlier = old if old.kept is not None or old.earlier is None else old.earlier
            if made.earlier.indexed is None and made.earlier.kept is None:
                made.earlier = None
        return made

    def _read(self, path: str) -> Module | None:
        try:
            text = self.overlay.get(path)
            source = SourceFile(text) if text is not None else read_code(path)
        except UnreadableError:
            return None
        return Module(path, source, self)

    def _open(self, path: str | None) -> Module | Folder | None:
        if path is None:
            return None
        return self.module(path) if path.endswith(".py") else Folder(path)

    def packages_around(self, module: Module) -> list[Module]:
        """Effect: reads the packages that a module is in, the innermost first, itself left out."""
        found = []
        folder = module.folder
        while self.package_of(folder):
            path = os.path.join(folder, "__init__.py")  # noqa: PTH118
            package = self.module(path) if path != module.path else None
            if package is not None:
                found.append(package)
            folder = os.path.dirname(folder)  # noqa: PTH120
        return found

    def package_of(self, folder: str) -> str:
        """The dotted name of the package that a folder is, empty for none."""
        known = self._packages.get(folder)
        if known is None:
            known = ""
            if self._is_file(os.path.join(folder, "__init__.py")):  # noqa: PTH118
                above, name = os.path.split(folder)
                outer = self.package_of(above) if name else ""
                known = f"{outer}.{name}" if outer else name
            self._packages[folder] = known
        return known

    def _locate(self, folder: str, parts: list[str]) -> str | None:
        base = os.path.join(folder, *parts)  # noqa: PTH118
        if base not in self._found:
            self._found[base] = self._search(base)
        found = self.searched[base] = self._found[base]
        return found

    def _search(self, base: str) -> str | None:
        for path in (base + os.sep + "__init__.py", base + ".py"):
            if self._is_file(path):
                return path
        return base if os.path.isdir(base) else None  # noqa: PTH112

    def _is_file(self, path: str) -> bool:
        return path in self.overlay or os.path.isfile(path)  # noqa: PTH113 - thousands of times

    @cached_property
    def _declared(self) -> tuple[str, ...]:
        return declared_roots(self.root)

    def _roots_of(self, folder: str) -> list[str]:
        """Where absolute imports start: the roots that are named, then what lies around the file."""
        self.consulted.add(self._manifest)
        known = self._roots.get(folder)
        if known is None:
            top = folder
            while self._is_file(os.path.join(top, "__init__.py")):  # noqa: PTH118
                top = os.path.dirname(top)  # noqa: PTH120
            roots = [os.path.join(self.root, root) for root in (*self.source_roots, *self._declared)]  # noqa: PTH118
            roots += [top, folder, self.root, os.path.join(self.root, "src")]  # noqa: PTH118
            known = self._roots[folder] = list(dict.fromkeys(map(_absolute, roots)))
        return known


def _absolute(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100 - links stay as they are
