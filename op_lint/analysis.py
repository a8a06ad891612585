"""Reads one file of a project into facts: the agentic functions, the decisions, and what could not be read."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from op_runtime.menu import Unknown, build_menu

from op_lint.calls import read_calls, read_unbound
from op_lint.facts import DecisionFacts, DecisionKind, FileFacts, FunctionFacts, MenuResult, Problem
from op_lint.files.source import SourceFile
from op_lint.index import Index
from op_lint.read import expr as ir
from op_lint.read.reader import SkippedError, readable_by_libcst
from op_lint.resolve.environment import Environment
from op_lint.resolve.evaluate import Evaluator
from op_lint.resolve.lookup import Outside, dotted
from op_lint.resolve.options import settled
from op_lint.resolve.ours import DECISIONS
from op_lint.resolve.project import Module, Project
from op_lint.resolve.reach import may_name_ours
from op_lint.resolve.runtimes import Runtimes
from op_lint.resolve.values import plain, sources, unknown_of

if TYPE_CHECKING:
    from op_runtime.menu import Function
    from tree_sitter import Node

__all__ = ["Project", "analyze"]

_OPTIONS_AT = {
    "make": (1, "options"),
    "amake": (1, "options"),
    "parse_args": (1, "options"),
    "render_options": (0, "options"),
    "resolve_decision": (2, "options"),
}
"""Where each call takes its options: by position and by name."""
_TURNS = ("exec", "aexec")
_JOINS = (b";", b" ", b"\t")
"""What may stand between two statements of one line."""


def analyze(source: SourceFile | str, path: str, project: Project, *, thorough: bool = True) -> FileFacts:
    """What one file says. ``path`` is where it is or would be; the file itself is not read.

    A file that names nothing of ours is looked through for syntax errors only where ``thorough``.

    Nothing that the file holds raises; what cannot be read is among the problems. The user's code never runs.
    """
    source = SourceFile(source) if isinstance(source, str) else source
    module = project.module(path, source)
    assert module is not None
    known = project.known(module)
    if known is not None and known.path == path:
        return known
    with project.noting() as noted:
        relevant = may_name_ours(project, module)
        if not relevant and not (thorough and module.index.broken):
            return FileFacts(path, (), (), (), False, {})
        facts = _Analysis(module, path, Evaluator(project)).facts(relevant)
    if relevant:
        project.keep(module, facts, noted)
    return facts


class _Analysis:
    def __init__(self, module: Module, path: str, evaluator: Evaluator) -> None:
        self.module = module
        self.path = path
        self.ev = evaluator
        evaluator.reader = module
        self.index: Index = module.index
        self.problems: list[Problem] = []
        self.runtimes = Runtimes(evaluator)
        self._skipped: set[ir.Range] = set()

    def facts(self, relevant: bool) -> FileFacts:
        self.problems.extend(syntax_problems(self.module.source, self.index))
        functions: list[FunctionFacts] = []
        described: dict[str, Function | Unknown] = {}
        for node in self.index.decorated() if relevant else ():
            if not self.ev.functions.agentic_decorator(self.module, node):
                continue
            try:
                facts = self.ev.functions.facts(self.module, node)
            except SkippedError as error:
                self._skip(error)
                continue
            functions.append(facts)
            described[facts.qualname] = self.ev.functions.described(self.module, node)
        decisions = tuple(self._decisions()) if relevant else ()
        calls = tuple(read_calls(self.module, self.ev, self._is_runtime, self._function_around, self._skip))
        for place, message in self.ev.skipped.items():
            if place.path == self.module.path:
                self._skip(SkippedError(message, place.range))
        unbound = tuple(read_unbound(self.module, self.ev, self._function_around)) if relevant else ()
        problems = tuple(sorted(self.problems, key=lambda problem: problem.range))
        return FileFacts(self.path, tuple(functions), decisions, problems, relevant, described, calls, unbound)

    def _skip(self, error: SkippedError) -> None:
        if error.range not in self._skipped and not self._broken(error.range):
            self._skipped.add(error.range)
            self.problems.append(Problem("skipped", error.range, error.message))

    def _broken(self, where: ir.Range) -> bool:
        """Whether a place is in a statement that is reported as a syntax error already."""
        lines = self.module.source.lines
        start = lines.to_byte(lines.offset(where.start_line, where.start_column))
        return any(low <= start < high for low, high in self.index.broken)

    def _decisions(self) -> Iterator[DecisionFacts]:
        names = {*_OPTIONS_AT, *_TURNS, *self._aliases()}
        for node in self.index.calls(names):
            kind = self._kind(node)
            if kind is None:
                continue
            try:
                call = self.ev.project.reader.expression(self.module.source.lines, node)
            except SkippedError as error:
                self._skip(error)
                continue
            if isinstance(call, ir.Call):
                found = self._decision(kind, call, node)
                if found is not None:
                    yield found

    def _aliases(self) -> Iterator[str]:
        """Other names that this file may call a decision function by."""
        for binding in self.index.imports():
            imported = binding.imported
            assert imported is not None
            if imported.name in DECISIONS:
                yield imported.bound
            elif imported.name is not None and self.ev.project.find(imported.module, self.module) is not None:
                found = self.ev.lookup.settle(self.ev.lookup.name(self.module, binding.scope, imported.bound))
                if isinstance(found, Outside) and (found.ours or "").startswith("decision."):
                    yield imported.bound
        yield from self.index.aliases(DECISIONS)

    def _kind(self, node: Node) -> DecisionKind | None:
        """What kind of decision a call is; None where it is none of ours."""
        called = node.child_by_field_name("function")
        parts = dotted(called) if called is not None else None
        scope = self.index.scope_of(node)
        if parts is not None:
            meaning = self.ev.lookup.settle(self.ev.lookup.path(self.module, scope, parts, node.start_byte))
            if isinstance(meaning, Outside) and meaning.ours is not None:
                last = meaning.ours.removeprefix("decision.")
                return cast(DecisionKind, last) if last in DECISIONS else None
        if called is None or called.type != "attribute":
            return None
        name = self.index.text(called.child_by_field_name("attribute"))
        if name not in _TURNS or "choices" not in self.index.text(node.child_by_field_name("arguments")):
            return None
        receiver = called.child_by_field_name("object")
        return cast(DecisionKind, name) if receiver is not None and self._is_runtime(receiver, scope) else None

    def _is_runtime(self, receiver: Node, scope: Node) -> bool:
        return self.runtimes.is_runtime(self.module, receiver, scope)

    def _decision(self, kind: DecisionKind, call: ir.Call, node: Node) -> DecisionFacts | None:
        scope = self.index.scope_of(node)
        env = Environment(self.module, scope, node.start_byte)
        if kind in _TURNS:
            options = call.keyword("choices")
            if options is None or (isinstance(options.value, ir.Constant) and options.value.value is None):
                return None
        else:
            position, keyword = _OPTIONS_AT[kind]
            options = call.positional(position) or call.keyword(keyword)
        prompt = call.positional(0) or call.keyword("prompt") or call.keyword("content")
        if options is None:
            return None
        part = settled(self.ev.settled(self.ev.expression(options.value, env), env))
        missing = unknown_of(part)
        if missing is not None:
            result = MenuResult(None, unknown=missing)
        else:
            result = _menu(plain(part), registry=kind in ("parse_args", "render_options", "resolve_decision"))
            result = MenuResult(result.menu, dict(sources(part)), result.error, result.error_type)
        return DecisionFacts(
            kind=kind,
            call=call,
            range=call.range,
            prompt=prompt.value if prompt is not None and kind in ("make", "amake", *_TURNS) else None,
            options=options.value,
            container=part.expr if missing is None else None,
            container_path=self._shown_path(part.place.path),
            function=self._function_around(scope),
            result=result,
            part=part if missing is None else None,
        )

    def _shown_path(self, path: str) -> str:
        """A path as this file's own was given, where it is this file's."""
        return self.path if path == self.module.path else path

    def _function_around(self, scope: Node) -> FunctionFacts | None:
        level: Node | None = scope
        while level is not None and level.type != "function_definition":
            level = self.index.enclosing(level)
        if level is None:
            return None
        try:
            return self.ev.functions.facts(self.module, level)
        except SkippedError:
            return None


def _menu(options: object, *, registry: bool) -> MenuResult:
    try:
        return MenuResult(build_menu(options, registry=registry))
    except (TypeError, ValueError) as error:
        return MenuResult(None, error=str(error), error_type=type(error).__name__)


def syntax_problems(source: SourceFile, index: Index) -> list[Problem]:
    """One problem for each statement that neither ``ast`` nor libcst can read, at the place that the parser blames."""
    if not index.broken or _reads(source.text) is None:
        return []
    problems = []
    for region, end in index.broken:
        start = region
        while index.data[start : start + 1] in _JOINS and start < end:
            start += 1
        text = source.lines.byte_slice(start, end)
        error = _reads(text)
        if error is None or (_newer(error) and readable_by_libcst(text)):
            continue
        problems.append(_syntax_problem(source, index, start, end, error))
    return problems


def _reads(text: str) -> SyntaxError | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except SyntaxError as error:
            return error
        except (ValueError, RecursionError, MemoryError) as error:
            return SyntaxError(str(error))
    return None


def _newer(error: SyntaxError) -> bool:
    """Whether a newer Python may read it: an indentation or an open bracket is wrong in every version."""
    return not isinstance(error, IndentationError) and "never closed" not in str(error.msg)


def _syntax_problem(source: SourceFile, index: Index, start: int, end: int, error: SyntaxError) -> Problem:
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
