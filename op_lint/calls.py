"""The calls of a file that matter to rules beside decisions: turns, `llm`, `agent`, `goal` and the primitives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from op_lint.facts import FunctionFacts
from op_lint.read.expr import Call, Comprehension, Expr, Range, Sequence
from op_lint.read.reader import SkippedError
from op_lint.resolve.environment import Environment
from op_lint.resolve.lookup import Bound, Outside, Unresolved, dotted
from op_lint.resolve.ours import CALLS
from op_lint.resolve.values import Part

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.index import Use
    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module

TURNS = ("exec", "aexec")
AGENTIC = "agentic"
"""The kind of a call of an agentic function; only those are read that pass ``runtime=``."""

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "exec": ("content",),
    "aexec": ("content",),
    "llm": ("prompt",),
    "agent": ("prompt",),
    "goal": ("prompt", "condition", "max_rounds"),
    "validate_and_retry": ("action", "check", "retry", "max_retries"),
    "route": ("question", "options", "context"),
    "conditional": ("condition", "context", "if_true", "if_false"),
    "repeat_until": ("action", "condition", "max_rounds"),
    "parallel": ("actions", "max_workers", "return_exceptions"),
}
"""What each call takes by position (control-flow spec, section 1)."""

PASSES = re.compile(rb"\bruntime\s*=\s*runtime\b")
"""Where a call passes on the runtime that it has."""
_EVALUATED = frozenset({"content", "prompt", "tools", "options", "max_retries", "max_rounds", "check", "condition"})


@dataclass(frozen=True, slots=True)
class CallFacts:
    """One such call."""

    kind: str
    call: Call
    function: FunctionFacts | None
    """The innermost function around the call, agentic or not."""
    arguments: Mapping[str, Expr]
    """The arguments by name; none where a ``*`` may have filled it."""
    parts: Mapping[str, Part] = field(compare=False)
    """What those arguments evaluate to that are data."""
    started: Mapping[str, str] = field(compare=False)
    """Arguments that are themselves a call of ours or of an agentic function, with the name of what they call; what
    stands in a list that is written out goes by its place, ``actions[0]``, and what a comprehension makes is
    ``actions[]``."""
    used: bool = True
    """Whether something is done with the result; an expression statement does nothing with it."""


@dataclass(frozen=True, slots=True)
class UnboundName:
    """One place where an auto-injected name is read and nothing binds it."""

    name: str
    range: Range
    function: FunctionFacts | None


def read_unbound(
    module: Module,
    evaluator: Evaluator,
    uses: Iterable[tuple[str, Use]],
    around: Callable[[Node], FunctionFacts | None],
) -> Iterator[UnboundName]:
    """The uses of auto-injected names that surely nothing binds, by what can be read of the module."""
    for name, use in uses:
        found = evaluator.lookup.name(module, use.scope, name, use.node.start_byte)
        if isinstance(found, Unresolved) and found.undefined:
            where = module.source.lines.byte_range(use.node.start_byte, use.node.end_byte)
            yield UnboundName(name, where, around(use.scope))


def read_calls(
    module: Module,
    evaluator: Evaluator,
    calls: Iterable[Node],
    passing: Iterable[Node],
    is_runtime: Callable[[Node, Node], bool],
    around: Callable[[Node], FunctionFacts | None],
    skip: Callable[[SkippedError], None],
) -> Iterator[CallFacts]:
    """What calls say that may be ours, in source order; of those that pass a runtime on also what they may run.

    ``skip`` is told of those that cannot be read.
    """
    reader = _Calls(module, evaluator, is_runtime)
    passes = {node.id: node for node in passing}
    nodes = {node.id: node for node in calls} | passes
    for node in sorted(nodes.values(), key=lambda node: node.start_byte):
        kind = reader.kind(node)
        if kind is None and node.id in passes and reader.runs(node) is not None:
            kind = AGENTIC
        if kind is None:
            continue
        try:
            call = evaluator.project.reader.expression(module.source.lines, node)
        except SkippedError as error:
            skip(error)
            continue
        if isinstance(call, Call):
            yield reader.facts(kind, call, node, around(module.index.scope_of(node)))


class _Calls:
    def __init__(self, module: Module, evaluator: Evaluator, is_runtime: Callable[[Node, Node], bool]) -> None:
        self.module = module
        self.ev = evaluator
        self.is_runtime = is_runtime

    def meaning(self, called: Node | None, node: Node) -> object:
        """What the called name leads to; None where it is no name."""
        parts = dotted(called) if called is not None else None
        if parts is None:
            return None
        scope = self.module.index.scope_of(node)
        return self.ev.lookup.settle(self.ev.lookup.path(self.module, scope, parts, node.start_byte))

    def kind(self, node: Node) -> str | None:
        """Which of our calls a node is; None for any other."""
        called = node.child_by_field_name("function")
        found = self.meaning(called, node)
        if isinstance(found, Outside) and found.ours in CALLS:
            return found.ours
        if called is None or called.type != "attribute":
            return None
        name = self.module.index.text(called.child_by_field_name("attribute"))
        receiver = called.child_by_field_name("object")
        if name not in TURNS or receiver is None:
            return None
        return name if self.is_runtime(receiver, self.module.index.scope_of(node)) else None

    def facts(self, kind: str, call: Call, node: Node, function: FunctionFacts | None) -> CallFacts:
        """The facts of one call."""
        environment = Environment(self.module, self.module.index.scope_of(node), node.start_byte)
        arguments: dict[str, Expr] = {}
        if not any(argument.star for argument in call.args):
            for index, name in enumerate(PARAMETERS.get(kind, ())):
                given = call.positional(index)
                if given is not None:
                    arguments[name] = given.value
        for argument in call.args:
            if argument.keyword is not None:
                arguments[argument.keyword] = argument.value
        parts = {
            name: self.ev.expression(value, environment) for name, value in arguments.items() if name in _EVALUATED
        }
        outer = node.parent
        while outer is not None and outer.type in ("await", "parenthesized_expression"):
            outer = outer.parent
        used = outer is None or outer.type != "expression_statement"
        return CallFacts(kind, call, function, arguments, parts, self._started(arguments, node), used)

    def _started(self, arguments: Mapping[str, Expr], node: Node) -> dict[str, str]:
        given = {name: value for name, value in arguments.items() if isinstance(value, Call)}
        for name, value in arguments.items():
            if isinstance(value, Sequence) and value.kind == "list":
                given |= {
                    f"{name}[{number}]": item for number, item in enumerate(value.items) if isinstance(item, Call)
                }
            elif isinstance(value, Comprehension) and value.key is None and isinstance(value.element, Call):
                given[f"{name}[]"] = value.element
        places = {value.range: name for name, value in given.items()}
        found: dict[str, str] = {}
        listed = node.child_by_field_name("arguments")
        for each in _written(listed) if listed is not None and places else ():
            if each.type != "call":
                continue
            place = places.get(self.module.source.lines.byte_range(each.start_byte, each.end_byte))
            target = self.runs(each)
            if place is not None and target is not None:
                found[place] = target
        return found

    def runs(self, node: Node) -> str | None:
        """The name of what a call runs, where that is one of our calls or an agentic function."""
        kind = self.kind(node)
        if kind is not None:
            return kind
        found = self.meaning(node.child_by_field_name("function"), node)
        if not isinstance(found, Bound) or found.binding.kind != "def":
            return None
        return found.binding.name if self.ev.functions.agentic_decorator(found.module, found.binding.node) else None


def _written(arguments: Node) -> Iterator[Node]:
    """What the arguments of a call are, and the items of those that are lists or comprehensions."""
    for child in [arguments] if arguments.type == "generator_expression" else arguments.named_children:
        written = child.child_by_field_name("value") if child.type == "keyword_argument" else child
        if written is None:
            continue
        if written.type == "list":
            yield from written.named_children
        elif written.type in ("list_comprehension", "set_comprehension", "generator_expression"):
            body = written.child_by_field_name("body")
            yield from [body] if body is not None else ()
        else:
            yield written
