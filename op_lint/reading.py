"""Reads what one statement of a module holds: agentic functions, decisions, calls, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, cast

from op_runtime.menu import INJECTED, OpaqueValue, Unknown, build_menu

from op_lint.calls import PASSES, read_calls, read_unbound
from op_lint.facts import DecisionFacts, DecisionKind, FileFacts, FunctionFacts, MenuResult, Problem
from op_lint.index import Index, Use
from op_lint.read import expr as ir
from op_lint.read.reader import SkippedError
from op_lint.resolve.environment import Environment
from op_lint.resolve.evaluate import Evaluator
from op_lint.resolve.lookup import Lookup, Outside, dotted
from op_lint.resolve.options import settled
from op_lint.resolve.ours import CALLS, DECISIONS
from op_lint.resolve.project import Module, Project
from op_lint.resolve.runtimes import Runtimes
from op_lint.resolve.values import InstancePart, ItemsPart, Leaf, Part, failure_of, plain, sources, unknown_of
from op_lint.statements import Extent

if TYPE_CHECKING:
    from op_runtime.menu import Function
    from tree_sitter import Node

_OPTIONS_AT = {
    "make": (1, "options"),
    "amake": (1, "options"),
    "parse_args": (1, "options"),
    "render_options": (0, "options"),
    "resolve_decision": (2, "options"),
}
"""Where each call takes its options: by position and by name."""
_TURNS = ("exec", "aexec")


class Names(NamedTuple):
    """The names by which a file may call what is ours: functions that decide, and the others."""

    decisions: frozenset[str]
    calls: frozenset[str]

    @classmethod
    def of(cls, module: Module, project: Project) -> Names:
        """Those of a module, its imports and assignments followed."""
        imported = [(binding, binding.imported) for binding in module.index.imports() if binding.imported is not None]
        calls = {each.bound for _, each in imported if each.name in CALLS}
        decisions = set(module.index.aliases(DECISIONS))
        lookup = Lookup(project)
        for binding, each in imported:
            if each.name in DECISIONS:
                decisions.add(each.bound)
            elif each.name is not None and project.find(each.module, module) is not None:
                found = lookup.settle(lookup.name(module, binding.scope, each.bound))
                if isinstance(found, Outside) and (found.ours or "").startswith("decision."):
                    decisions.add(each.bound)
        return cls(frozenset({*_OPTIONS_AT, *_TURNS, *decisions}), frozenset({*CALLS, *_TURNS, *calls}))


@dataclass(slots=True)
class Nodes:
    """What a statement holds that may be ours, each in source order; ``passing`` are calls that pass a runtime."""

    extent: Extent
    functions: list[Node] = field(default_factory=list)
    decisions: list[Node] = field(default_factory=list)
    calls: list[Node] = field(default_factory=list)
    passing: list[Node] = field(default_factory=list)
    uses: list[tuple[str, Use]] = field(default_factory=list)
    """Where an auto-injected name is read."""


def find(module: Module, names: Names, low: int = 0, high: int | None = None) -> list[Nodes]:
    """The statements between two bytes that hold something that may be ours."""
    index = module.index
    found: dict[Extent, Nodes] = {}

    def of(node: Node) -> Nodes:
        extent = index.statements.at(node.start_byte)
        return found.setdefault(extent, Nodes(extent))

    for node in index.decorated(low, high):
        of(node).functions.append(node)
    for node in index.calls(names.decisions, low, high):
        of(node).decisions.append(node)
    for node in index.calls(names.calls, low, high):
        of(node).calls.append(node)
    for start in (match.start() for match in PASSES.finditer(index.data, low, high or len(index.data))):
        call = _passing(index, start)
        if call is not None:
            of(call).passing.append(call)
    for name in INJECTED:
        for use in index.reads(name, low, high):
            of(use.node).uses.append((name, use))
    return sorted(found.values(), key=lambda nodes: nodes.extent.start)


def _passing(index: Index, start: int) -> Node | None:
    """The call that ``runtime=runtime`` at a byte is an argument of."""
    word = index.root.descendant_for_byte_range(start, start + 1)
    argument = word.parent if word is not None else None
    if argument is None or argument.type != "keyword_argument" or argument.start_byte != start:
        return None
    call = argument.parent.parent if argument.parent is not None else None
    return call if call is not None and call.type == "call" else None


def read(module: Module, path: str, nodes: Nodes, project: Project) -> FileFacts:
    """What a statement says; the problems are what of it cannot be read."""
    with Evaluator(project) as evaluator:
        return _Reading(module, path, evaluator).facts(nodes)


class _Reading:
    def __init__(self, module: Module, path: str, evaluator: Evaluator) -> None:
        self.module = module
        self.path = path
        self.ev = evaluator
        evaluator.reader = module
        self.index: Index = module.index
        self.problems: list[Problem] = []
        self.runtimes = Runtimes(evaluator)
        self._skipped: set[ir.Range] = set()

    def facts(self, nodes: Nodes) -> FileFacts:
        functions: list[FunctionFacts] = []
        described: dict[str, Function | Unknown] = {}
        for node in nodes.functions:
            if not self.ev.functions.agentic_decorator(self.module, node):
                continue
            self.ev.effort.afresh()
            try:
                facts = self.ev.functions.facts(self.module, node)
            except SkippedError as error:
                self._skip(error)
                continue
            functions.append(facts)
            self.ev.effort.afresh()
            described[facts.qualname] = self.ev.functions.described(self.module, node)
        decisions = tuple(self._decisions(nodes.decisions))
        around = self._function_around
        calls = tuple(
            read_calls(self.module, self.ev, nodes.calls, nodes.passing, self._is_runtime, around, self._skip)
        )
        for place, message in self.ev.skipped.items():
            if place.path == self.module.path:
                self._skip(SkippedError(message, place.range))
        unbound = tuple(read_unbound(self.module, self.ev, nodes.uses, around))
        return FileFacts(self.path, tuple(functions), decisions, tuple(self.problems), True, described, calls, unbound)

    def _skip(self, error: SkippedError) -> None:
        if error.range not in self._skipped and not self._broken(error.range):
            self._skipped.add(error.range)
            self.problems.append(Problem("skipped", error.range, error.message))

    def _broken(self, where: ir.Range) -> bool:
        """Whether a place is in a statement that is reported as a syntax error already."""
        lines = self.module.source.lines
        start = lines.to_byte(lines.offset(where.start_line, where.start_column))
        return any(low <= start < high for low, high in self.index.broken)

    def _decisions(self, nodes: Iterable[Node]) -> Iterator[DecisionFacts]:
        for node in nodes:
            self.ev.effort.afresh()
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
        where = options.value.range  # what stands before it in the call has run when it is read
        lines = self.module.source.lines
        env = replace(env, at=lines.to_byte(lines.offset(where.start_line, where.start_column)))
        part = settled(self.ev.settled(self.ev.expression(options.value, env), env))
        missing = unknown_of(part)
        failure = failure_of(part)
        if missing is not None:
            result = MenuResult(None, unknown=missing)
        elif failure is not None:
            result = MenuResult(None, dict(sources(part)), failure, "TypeError")
        elif _is_no_container(part):
            shown = self.module.source.lines.slice(options.value.range)
            what = f"options must be a dict {{name: handler}} or a list, not `{' '.join(shown.split())}`"
            result = MenuResult(None, dict(sources(part)), what, "TypeError")
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
        self.ev.effort.afresh()
        try:
            return self.ev.functions.facts(self.module, level)
        except SkippedError:
            return None


def _is_no_container(part: Part) -> bool:
    """Whether options are surely neither a dict nor a list, and have no text that a message could show."""
    if isinstance(part, ItemsPart):
        return part.made in ("view", "iterator")
    return isinstance(part, InstancePart) or (isinstance(part, Leaf) and isinstance(part.value, OpaqueValue))


def _menu(options: object, *, registry: bool) -> MenuResult:
    try:
        return MenuResult(build_menu(options, registry=registry))
    except (TypeError, ValueError) as error:
        return MenuResult(None, error=str(error), error_type=type(error).__name__)
