"""Reads one file of a project into facts: the agentic functions, the decisions, and what could not be read."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from op_runtime.menu import INJECTED

from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts, Problem
from op_lint.files.source import SourceFile
from op_lint.read import expr as ir
from op_lint.read.reader import readable_by_libcst
from op_lint.reading import Names, Nodes, find, read
from op_lint.resolve.elsewhere import tells
from op_lint.resolve.kept import Change, Kept, Statement
from op_lint.resolve.project import Module, Project
from op_lint.resolve.reach import may_name_ours
from op_lint.statements import Extent, Rests, Span

if TYPE_CHECKING:
    from op_runtime.menu import Function, Unknown

    from op_lint.calls import CallFacts, UnboundName

__all__ = ["Project", "analyze"]

_JOINS = (b";", b" ", b"\t")
"""What may stand between two statements of one line."""


def analyze(source: SourceFile | str, path: str, project: Project, *, thorough: bool = True) -> FileFacts:
    """What one file says. ``path`` is where it is or would be; the file itself is not read.

    A file that names nothing of ours is looked through for syntax errors only where ``thorough``.
    What is known of an earlier text of the file is used again as far as it still holds.

    Nothing that the file holds raises; what cannot be read is among the problems. The user's code never runs.
    """
    source = SourceFile(source) if isinstance(source, str) else source
    module = project.module(path, source)
    assert module is not None
    if not may_name_ours(project, module):
        module.kept = None
        problems = syntax_problems(module) if thorough else ()
        return FileFacts(path, (), (), problems, False, {})
    kept = module.kept
    if kept is None or kept.path != path or kept.epoch != project.epoch or _outdated(kept, project):
        kept = _Document(module, path, project).kept()
    project.consult(kept.root)
    for statement in kept.statements:
        project.consult(statement.rests)
    return kept.facts


def _outdated(kept: Kept, project: Project) -> bool:
    return any(project.stale(each) for each in (kept.root, kept.whole_rests, *(s.rests for s in kept.statements)))


class _Document:
    """Brings what is kept of a file up to date."""

    def __init__(self, module: Module, path: str, project: Project) -> None:
        self.module = module
        self.path = path
        self.project = project

    def kept(self) -> Kept:
        """Effect: keeps what the text says, as much as can be of what is known of it or of an earlier one."""
        module, earlier = self.module, self.module.earlier
        made = None
        before = module if module.kept is not None else earlier
        if before is not None and before.kept is not None and self._fits(before.kept):
            made = self._carried(before.kept, Change(before.index, module.index))
        module.kept, module.earlier = made or self._anew(), None
        module.index.local = None  # it holds the earlier text
        if earlier is not None:
            self.project.parsed.discard(earlier)
            earlier.kept = None  # it leads back to the text: without it, all of this goes as soon as nobody needs it
        return module.kept

    def _fits(self, kept: Kept) -> bool:
        return kept.path == self.path and kept.epoch == self.project.epoch

    def _anew(self) -> Kept:
        names, root = self._names()
        return self._together(names, root, [self._read(nodes) for nodes in find(self.module, names)])

    def _names(self) -> tuple[Names, Rests]:
        root = Rests()
        with self.project.noting(self.module, root):
            return Names.of(self.module, self.project), root

    def _read(self, nodes: Nodes) -> Statement:
        extent = nodes.extent
        rests = Rests({(extent.start, extent.end), *extent.heads})
        with self.project.noting(self.module, rests):
            facts = read(self.module, self.path, nodes, self.project)
        return Statement(extent, facts, rests)

    def _carried(self, kept: Kept, change: Change) -> Kept | None:
        """What is kept of an earlier text, read again where that may be different; None where anything may be."""
        if change.holds(lambda text: b"import" in text or tells(text)):
            return None
        bound, used = change.names(kept.names_looked_for())

        def holds(each: Rests) -> bool:
            return not (change.takes_back(each, bound, used) or self.project.stale(each))

        names, root = kept.names, change.moved(kept.root)
        if not holds(kept.root):
            names, root = self._names()
            if names != kept.names:
                return None
        statements = self.module.index.statements
        still = [change.carried(each, self.path) for each in kept.statements if holds(each.rests)]
        carried = [each for each in still if statements.at(each.extent.start) == each.extent]
        there = {each.extent for each in carried}
        gone = [place for each in kept.statements if (place := change.place(each.extent)) not in there]
        touched = [*change.after, *((each.start, each.end) for each in gone)]
        read = [self._read(nodes) for nodes in self._between(touched, names, there)]
        made = self._together(names, root, sorted([*carried, *read], key=lambda each: each.extent.start))
        made.rules = kept.rules
        same = not (gone or read) and made.hidden == kept.hidden
        if same and not (change.lines or made.syntax or kept.syntax):
            made.facts = kept.facts
        if same and root.bound == kept.root.bound and root.used == kept.root.used:
            made.looked_for = kept.looked_for
        if same and kept.whole is not None and holds(kept.whole_rests):
            made.whole = tuple(change.moved_finding(each, self.path) for each in kept.whole)
            made.whole_rests = change.moved(kept.whole_rests)
        return made

    def _between(self, spans: Sequence[Span], names: Names, known: set[Extent]) -> list[Nodes]:
        """What may be ours in the statements that some stretches touch, those left out that are known."""
        statements = self.module.index.statements
        touched = {extent for span in spans for extent in statements.touching(*span)} - known
        return [nodes for each in touched for nodes in find(self.module, names, each.start, each.end)]

    def _together(self, names: Names, root: Rests, statements: list[Statement]) -> Kept:
        def known(statement: Statement) -> FileFacts:
            if statement.facts is None:  # it was read in an earlier text, and stands elsewhere now
                extent = statement.extent
                statement.facts = self._read(find(self.module, names, extent.start, extent.end)[0]).facts
            assert statement.facts is not None
            return statement.facts

        syntax, hidden = syntax_problems(self.module), self._hidden()
        facts = _Together(self.path, statements, syntax, hidden, known)
        return Kept(self.path, self.project.epoch, names, root, statements, syntax, hidden, facts, known)

    def _hidden(self) -> frozenset[str]:
        """The auto-injected names that a statement may bind which does not parse."""
        index = self.module.index
        return frozenset(
            name for name in INJECTED if any(index.data.find(name.encode(), *span) >= 0 for span in index.broken)
        )


class _Together(FileFacts):
    """What the statements of a file say together, put together when it is asked for."""

    _statements: list[Statement]
    _syntax: tuple[Problem, ...]
    _hidden: frozenset[str]
    _known: Callable[[Statement], FileFacts]

    def __init__(
        self,
        path: str,
        statements: list[Statement],
        syntax: tuple[Problem, ...],
        hidden: frozenset[str],
        known: Callable[[Statement], FileFacts],
    ) -> None:
        given = {"path": path, "relevant": True, "_statements": statements, "_syntax": syntax, "_hidden": hidden}
        for name, value in (given | {"_known": known}).items():
            object.__setattr__(self, name, value)

    @property
    def syntax(self) -> tuple[Problem, ...]:
        return self._syntax

    @cached_property
    def _parts(self) -> list[FileFacts]:
        return [self._known(each) for each in self._statements]

    @cached_property
    def functions(self) -> tuple[FunctionFacts, ...]:
        return tuple(each for part in self._parts for each in part.functions)

    @cached_property
    def decisions(self) -> tuple[DecisionFacts, ...]:
        return tuple(each for part in self._parts for each in part.decisions)

    @cached_property
    def calls(self) -> tuple[CallFacts, ...]:
        return tuple(each for part in self._parts for each in part.calls)

    @cached_property
    def described(self) -> Mapping[str, Function | Unknown]:
        return {name: each for part in self._parts for name, each in part.described.items()}

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        skipped = {each.range: each for part in reversed(self._parts) for each in reversed(part.problems)}
        return tuple(sorted([*self._syntax, *skipped.values()], key=lambda problem: problem.range))

    @cached_property
    def unbound(self) -> tuple[UnboundName, ...]:
        found = [each for part in self._parts for each in part.unbound if each.name not in self._hidden]
        return tuple(sorted(found, key=lambda each: INJECTED.index(each.name)))


def syntax_problems(module: Module) -> tuple[Problem, ...]:
    """One problem for each statement that neither ``ast`` nor libcst can read, at the place that the parser blames."""
    source, index = module.source, module.index
    if not index.broken or _reads(source.lines.byte_slice(index.broken[0][0], len(index.data))) is None:
        return ()  # what stands above is sound, and takes thirty times as long to read
    problems = []
    for region, end in index.broken:
        start = region
        while index.data[start : start + 1] in _JOINS and start < end:
            start += 1
        text = source.lines.byte_slice(start, end)
        error = _reads(text)
        if error is None or (_newer(error) and readable_by_libcst(text)):
            continue
        problems.append(_syntax_problem(source, start, end, error))
    return tuple(sorted(problems, key=lambda problem: problem.range))


def _reads(text: str) -> SyntaxError | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except SyntaxError as error:
            return error.with_traceback(None)  # its frames lead to all that is being computed, and back to it
        except (ValueError, RecursionError, MemoryError) as error:
            return SyntaxError(str(error))
    return None


def _newer(error: SyntaxError) -> bool:
    """Whether a newer Python may read it: an indentation or an open bracket is wrong in every version."""
    return not isinstance(error, IndentationError) and "never closed" not in str(error.msg)


def _syntax_problem(source: SourceFile, start: int, end: int, error: SyntaxError) -> Problem:
    lines = source.lines
    first_line, first_column = lines.position(lines.from_byte(start))
    line = first_line + max((error.lineno or 1) - 1, 0)
    column = max((error.offset or 1) - 1, 0) + (first_column if (error.lineno or 1) == 1 else 0)
    last_line, last_column = lines.position(lines.from_byte(end))
    if (line, column) > (last_line, last_column):
        line, column = last_line, max(last_column - 1, 0)
    column = min(column, len(lines.line(line)))
    where = ir.Range(line, column, line, max(column, len(lines.line(line).rstrip())))
    message = error.msg or "invalid syntax"
    return Problem("syntax", where, f"this statement does not parse: {message}")
