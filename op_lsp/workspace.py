"""The analyzer as the server uses it: one project for each configuration, with the unsaved texts on top of the files.

Everything here runs on the session's worker thread, or in its stead while that is idle.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path

from op_lint import replay, slices
from op_lint.check import Report, check_source, project_for
from op_lint.config import Config, ConfigError, Configs
from op_lint.facts import FileFacts
from op_lint.files import Encoding, Lines, SourceFile, UnreadableError, read_source
from op_lint.files.notebook import SUFFIX, read_code
from op_lint.files.source import read_bytes
from op_lint.finding import Finding
from op_lint.fix import fix_report
from op_lint.notebooks import check_notebook
from op_lint.read.expr import Range
from op_lint.resolve.project import Project
from op_lint.rules import ALL
from op_lint.rules.base import Rule
from op_lsp import uris
from op_lsp.client import Client
from op_lsp.convert import Positions
from op_lsp.documents import NOWHERE, Snapshot
from op_lsp.drift import Drift
from op_lsp.files import Files
from op_lsp.stale import together

logger = logging.getLogger(__name__)

CONFIG_FILES = ("pyproject.toml", "op-lint.toml")
SLICES = 100_000
"""Characters of slices that are kept once all files were read: most new ones are half-typed, one for each keystroke."""
TREES = 100_000
"""Characters of the files whose trees are kept, apart from those that the last analysis needed."""


@dataclass(frozen=True)
class View:
    """One text of one document, all that is known of it, and who asks: what every feature computes from."""

    snapshot: Snapshot
    client: Client
    workspace: Workspace
    report: Report
    good: tuple[Snapshot, Report] | None = None
    """The last text that parsed, and what was known of it, where this one does not."""

    @property
    def facts(self) -> FileFacts:
        """What the analyzer read."""
        return self.report.facts

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the rules say, suppressed findings included."""
        return self.report.all_findings

    @property
    def lines(self) -> Lines:
        """The text with its lines."""
        return self.snapshot.source.lines

    @property
    def positions(self) -> Positions:
        """Positions as the client counts them."""
        return self.snapshot.positions

    @cached_property
    def known(self) -> FileFacts:
        """What the analyzer read, and what it read before of those parts that do not parse at the moment."""
        return self.workspace.known(self.snapshot, self.report)

    def here(self, where: Range) -> bool:
        """Whether a range starts in this very document: of a notebook, in this cell."""
        cell = self.snapshot.cell
        return cell is None or cell.holds(where.start_line)

    def before(self) -> tuple[View, Drift] | None:
        """The last text that parsed as a view of its own, and how places moved since; None where this one parses."""
        if self.good is None:
            return None
        snapshot, report = self.good
        view = View(snapshot, self.client, self.workspace, report)
        return view, Drift.between(view.lines, self.lines)


@dataclass(frozen=True, slots=True)
class _Kept:
    generation: int
    snapshot: Snapshot
    report: Report
    consulted: frozenset[str]
    """The files that the report depends on."""
    good: tuple[Snapshot, Report] | None


@dataclass
class Workspace:
    """All projects of one client. ``complain`` is told of a configuration that cannot be used, each problem once."""

    complain: Callable[[str], None] = logger.error
    folders: list[str] = field(default_factory=list)
    open: dict[str, Snapshot] = field(default_factory=dict)
    """The open documents that are files, by path; of a notebook one of its cells, which all have the same text."""
    _configs: Configs = field(default_factory=Configs)
    _projects: dict[str, Project] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)
    _kept: dict[str, _Kept] = field(default_factory=dict)
    _generation: int = 0
    _changes: dict[str, int] = field(default_factory=dict)
    """The generation in which each file changed last."""
    _upheaval: int = 0
    """The last generation in which more changed than the text of open files."""
    _said: set[str] = field(default_factory=set)
    _closed: dict[str, Snapshot] = field(default_factory=dict)
    """Files that were looked at without being open."""
    _learning: bool = True
    """Whether it is noted which slices nobody read before: not once people type, who make one with each keystroke."""
    files: Files = field(init=False, repr=False)
    """The files of the folders, and what is found across them."""

    def __post_init__(self) -> None:
        self.files = Files(self)

    def warm_up(self) -> None:
        """Effect: imports what reading the first slice needs."""
        import libcst  # noqa: F401

    def view(self, snapshot: Snapshot, client: Client) -> View:
        """What is known of a text, computed once as long as nothing changes that it depends on."""
        kept = self._kept.get(snapshot.home)
        if kept is None or kept.snapshot.source is not snapshot.source or self._outdated_since(kept):
            kept = self._kept[snapshot.home] = self._keep(snapshot, kept)
        return View(snapshot, client, self, kept.report, kept.good if kept.report.facts.broken else None)

    def views_of(self, path: str, client: Client, encoding: Encoding) -> list[View]:
        """What is known of a file, open or not: of an open notebook each cell; nothing where it cannot be read."""
        view = self.view_of(path, client, encoding)
        if view is None or not view.snapshot.cells:
            return [view] if view is not None else []
        cells = [replace(view.snapshot, uri=cell.uri, version=cell.version) for cell in view.snapshot.cells]
        return [replace(view, snapshot=cell) for cell in cells]

    def view_of(self, path: str, client: Client, encoding: Encoding) -> View | None:
        """What is known of a file, open or not; None where it cannot be read."""
        snapshot = self.open.get(path) or self._closed.get(path)
        if snapshot is None and path.endswith(SUFFIX):
            return self._notebook(path, client, encoding)
        if snapshot is None:
            try:
                source = read_code(path)
            except UnreadableError:
                return None
            snapshot = self._closed[path] = Snapshot(uris.from_path(path), path, None, source.text, encoding)
        return self.view(snapshot, client)

    def _notebook(self, path: str, client: Client, encoding: Encoding) -> View | None:
        """A notebook that is not open: each finding is at the start of the file and says in which cell it is."""
        config = self.config(path)
        if config.excludes(path):
            return None
        try:
            report = check_notebook(read_bytes(path), path, config, project=self.project(config), explicit=False)
        except UnreadableError:
            return None
        start = Range(0, 0, 0, 0)
        placed = tuple(replace(each, range=start, related=()) for each in report.all_findings)
        snapshot = Snapshot(uris.from_path(path), path, None, "", encoding)
        return View(snapshot, client, self, replace(report, all_findings=placed))

    def _outdated_since(self, kept: _Kept) -> bool:
        if kept.generation < self._upheaval:
            return True
        return any(self._changes.get(path, 0) > kept.generation for path in kept.consulted)

    def _keep(self, snapshot: Snapshot, before: _Kept | None) -> _Kept:
        project = self.project_of(snapshot.name)
        project.consulted.clear()
        report = self._check(snapshot)
        project.let_trees_go(TREES)
        if snapshot.path in self.open:
            self.files.outdate(snapshot.path)
        last = before.good if before is not None else None
        good = last if report.facts.broken else (snapshot, report)
        return _Kept(self._generation, snapshot, report, frozenset(project.consulted), good)

    def _check(self, snapshot: Snapshot) -> Report:
        config = self.config(snapshot.name)
        report = check_source(snapshot.source, snapshot.name, config, project=self.project(config))
        if config.excludes(snapshot.name):
            return Report(report.path, report.source, report.facts, ())
        return report

    def fixed(self, snapshot: Snapshot, report: Report) -> str | None:
        """The text after all safe fixes, None where they cannot be applied."""
        config = self.config(snapshot.name)
        project = self.project(config)
        return self._fixed(
            snapshot, report, lambda source: check_source(source, snapshot.name, config, project=project), unsafe=False
        )

    def migrated(self, snapshot: Snapshot, codes: Iterable[str], qualname: str) -> str | None:
        """The text after all fixes of some rules in one function, unsafe ones included."""
        config = self.config(snapshot.name)
        project = self.project(config)
        chosen = [rule for rule in ALL if rule.code in codes]

        def check(source: SourceFile) -> Report:
            report = check_source(source, snapshot.name, config, project=project, rules=chosen)
            about = [each for each in report.all_findings if f"{each.symbol}.".startswith(f"{qualname}.")]
            return replace(report, all_findings=tuple(about))

        return self._fixed(snapshot, check(snapshot.source), check, unsafe=True)

    def _fixed(
        self, snapshot: Snapshot, report: Report, check: Callable[[SourceFile], Report], *, unsafe: bool
    ) -> str | None:
        try:
            done = fix_report(report, check, unsafe=unsafe)
        finally:
            self.project_of(snapshot.name).module(snapshot.name, snapshot.source)
        return done.report.source.text if done.problem is None and done.report.source is not None else None

    def config(self, path: str) -> Config:
        """The configuration of a file: the nearest one above it, the defaults where that one cannot be used."""
        if path.startswith(NOWHERE):
            return Config(NOWHERE)
        try:
            return self._configs.of(path)
        except ConfigError as error:
            message = str(error)
            if message not in self._said:
                self._said.add(message)
                self.complain(f"op-lint: {message}; the defaults are used instead")
            return Config(str(Path(path).parent))

    def config_file(self, path: str | None) -> str | None:
        """The configuration file that counts for a path, None for the defaults."""
        return self.config(path).file if path is not None else None

    def project(self, config: Config) -> Project:
        """The project of a configuration."""
        key = config.file or config.root
        project = self._projects.get(key)
        if project is None:
            project = self._projects[key] = project_for(config)
            project.overlay = self._texts
            if config.root != NOWHERE:
                project.reader.kept = partial(slices.load, slices.file_of(project.root, replay.folder()))
                project.reader.fresh = {} if self._learning else None
            if not self._learning:
                project.reader.room = SLICES
        return project

    def project_of(self, path: str) -> Project:
        """The project that a file belongs to."""
        return self.project(self.config(path))

    def keep_slices(self) -> None:
        """Effect: keeps on disk what was read so far and by nobody before, so that the next start need not read it."""
        self._learning = False
        for project in self._projects.values():
            if project.reader.fresh:
                slices.add(slices.file_of(project.root, replay.folder()), project.reader.fresh)
            project.reader.fresh = None
            project.reader.room = SLICES

    # What changes

    def opened(self, snapshot: Snapshot) -> None:
        """Effect: an unsaved text now stands for a file."""
        self._put(snapshot)
        self._upheaval = self._generation
        if snapshot.path is not None:
            self._forget(snapshot.path)

    def changed(self, snapshot: Snapshot) -> None:
        """Effect: a file's unsaved text is another one."""
        self._put(snapshot)
        if snapshot.path is not None:
            for project in self._projects.values():
                project.module(snapshot.path, snapshot.source)

    def closed(self, snapshot: Snapshot) -> None:
        """Effect: a file's text on disk counts again."""
        self._generation += 1
        self._upheaval = self._generation
        self._kept.pop(snapshot.home, None)
        if snapshot.path is not None:
            self._texts.pop(snapshot.path, None)
            self.open.pop(snapshot.path, None)
            self._forget(snapshot.path)

    def _put(self, snapshot: Snapshot) -> None:
        self._generation += 1
        if snapshot.path is not None:
            self._texts[snapshot.path] = snapshot.text
            self._changes[snapshot.path] = self._generation
            self.open[snapshot.path] = snapshot
            self.files.outdate(snapshot.path)

    def files_changed(self, paths: Iterable[str]) -> None:
        """Effect: reads files again that changed on disk; everything where one of those is a configuration."""
        self._generation += 1
        self._upheaval = self._generation
        for path in paths:
            if Path(path).name in CONFIG_FILES:
                self._reset()
                return
            self._forget(path)

    def set_folders(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Effect: changes the folders of the workspace."""
        self._generation += 1
        self._upheaval = self._generation
        gone = set(removed)
        self.folders = [folder for folder in dict.fromkeys([*self.folders, *added]) if folder not in gone]
        self.files.start_over()

    def _forget(self, path: str) -> None:
        closed = self._closed.pop(path, None)
        if closed is not None:
            self._kept.pop(closed.uri, None)
        self.files.outdate(path)
        for project in self._projects.values():
            project.forget(path)

    def _reset(self) -> None:
        self._configs = Configs()
        self._projects.clear()
        self._closed.clear()
        self._said.clear()
        self.files.reset()

    # What is known of a file

    def facts_of(self, path: str) -> FileFacts | None:
        """What a file holds, open or not; None where it cannot be read, or its configuration leaves it out."""
        snapshot = self.open.get(path)
        try:
            source = snapshot.source if snapshot is not None else read_code(path)
        except UnreadableError:
            return None
        config = self.config(path)
        if config.excludes(path):
            return None
        kept = self._kept.get(snapshot.home) if snapshot is not None else None
        if kept is not None and kept.snapshot.source is source and not self._outdated_since(kept):
            report = kept.report
        else:
            project = self.project(config)
            report = check_source(source, path, config, project=project, explicit=False, rules=())
            project.let_trees_go(TREES)
        return self.known(snapshot, report) if snapshot is not None else report.facts

    def known(self, snapshot: Snapshot, report: Report) -> FileFacts:
        """What is known of a text, and what was known of those parts of it that do not parse at the moment."""
        kept = self._kept.get(snapshot.home)
        if kept is None or kept.good is None or not report.facts.broken:
            return report.facts
        module = self.project_of(snapshot.name).module(snapshot.name, snapshot.source)
        old, before = kept.good
        lines = snapshot.source.lines
        spans = [lines.byte_range(*span) for span in module.index.broken] if module is not None else []
        drift = Drift.between(old.source.lines, lines)
        return together(report.facts, before.facts, drift, [(span.start_line, span.end_line) for span in spans])

    # What features ask

    def positions(self, path: str, encoding: Encoding) -> Positions:
        """The positions of another file, its unsaved text first; of an empty text where it cannot be read.

        Of a notebook that is not open as well: a client names its cells, so only the start of the file has a place.
        """
        snapshot = self.open.get(path)
        if snapshot is not None:
            return snapshot.positions
        try:
            return Positions(Lines("") if path.endswith(SUFFIX) else read_source(path).lines, encoding)
        except UnreadableError:
            return Positions(Lines(""), encoding)

    def uri(self, path: str) -> str:
        """What the client calls a file."""
        snapshot = self.open.get(path)
        return snapshot.uri if snapshot is not None else uris.from_path(path)

    def rule_url(self, code: str) -> str:
        """The address of a rule's page, empty for a code that is no rule's."""
        rule = rules().get(code)
        return rule.url if rule else ""


DEAD_TEXT = frozenset({"OP003", "OP103", "OP104", "OP209", "OP211", "OP214", "OP215"})
"""Rules that flag what may go without loss, which editors show faded."""


@lru_cache(maxsize=1)
def rules() -> dict[str, Rule]:
    """All rules by code."""
    return {rule.code: rule for rule in ALL}
