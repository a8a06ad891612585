"""Calls that surely run without a runtime: module-level code leads to them, and no function on the way declares one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from op_runtime.menu import INJECTED

from op_lint.facts import FileFacts, FunctionFacts
from op_lint.offered import text
from op_lint.read.expr import Call, Constant, FString, Range

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.calls import CallFacts
    from op_lint.index import Index
    from op_lint.rules.base import Context

_JUDGED = {"conditional": "condition", "validate_and_retry": "check", "repeat_until": "condition"}
"""Primitives that need a runtime only for a condition that is text, and where they take it."""
_ALWAYS = frozenset({"llm", "agent", "goal", "route"})
_GUARDS = frozenset({"with_statement", "try_statement", "lambda", "yield", "match_statement"})
"""What may bring a runtime, or catch its absence, or put the call off."""


def without_runtime(context: Context) -> Iterator[tuple[Range, str, FunctionFacts | None, tuple[str, ...]]]:
    """Each call that needs a runtime and surely has none: where, its name, the function around it, the way to it.

    The way is the names of the functions from module-level code on.
    """
    asking = list(_asking(context.facts))
    if not asking:
        return
    ways = _Ways(context)
    for where, name, function in asking:
        way = ways.to(where)
        if way is not None:
            yield where, name, function, way


def _asking(facts: FileFacts) -> Iterator[tuple[Range, str, FunctionFacts | None]]:
    """The calls that need a runtime and are given none."""
    for call in facts.calls:
        if _needs_runtime(call) and not _given(call.call):
            yield call.call.range, f"{call.kind}()", call.function
    for decision in facts.decisions:
        if decision.kind in ("make", "amake") and not _given(decision.call):
            yield decision.range, f"decision.{decision.kind}()", decision.function


def _needs_runtime(call: CallFacts) -> bool:
    condition = _JUDGED.get(call.kind)
    if condition is None:
        return call.kind in _ALWAYS
    written = call.arguments.get(condition)
    judged = isinstance(written, FString) or (isinstance(written, Constant) and isinstance(written.value, str))
    return judged or text(call.parts.get(condition)) is not None


def _given(call: Call) -> bool:
    return any(argument.keyword == "runtime" or argument.star for argument in call.args)


class _Ways:
    """The ways from module-level code to the functions of one file."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.index: Index = context.index
        self.agentic = {each.name_range: each for each in context.facts.functions}
        self._known: dict[int, tuple[str, ...] | None] = {}

    def to(self, where: Range) -> tuple[str, ...] | None:
        """The functions that lead to a place; None where nothing surely leads there without a runtime."""
        node = self.context.node(where)
        return self._into(self.index.scope_of(node)) if node is not None and not self._guarded(node) else None

    def _into(self, scope: Node) -> tuple[str, ...] | None:
        if scope.type == "module":
            return ()
        if scope.type != "function_definition":
            return None
        if scope.id not in self._known:
            self._known[scope.id] = None  # a function that calls itself
            self._known[scope.id] = self._through(scope)
        return self._known[scope.id]

    def _through(self, scope: Node) -> tuple[str, ...] | None:
        if not self._brings_none(scope):
            return None
        name = self.index.text(scope.child_by_field_name("name"))
        for call, caller in direct_calls(self.index, scope):
            way = None if self._guarded(call) else self._into(caller)
            if way is not None:
                return (*way, name)
        return None

    def _brings_none(self, scope: Node) -> bool:
        """Whether a function surely has no runtime of its own: none declared, no decorator that could bring one."""
        name = scope.child_by_field_name("name")
        if name is None:
            return False
        function = self.agentic.get(self.context.lines.byte_range(name.start_byte, name.end_byte))
        outer = scope.parent
        decorators = sum(child.type == "decorator" for child in outer.children) if outer is not None else 0
        if decorators > (function is not None):
            return False
        declared = function is not None and any(param.name in INJECTED for param in function.params)
        return not declared and not yields(scope)

    def _guarded(self, node: Node) -> bool:
        """Whether something between a call and the scope in which it runs may bring a runtime or do without it."""
        scope = self.index.scope_of(node)
        outer = node.parent
        while outer is not None and outer.id != scope.id:
            if outer.type in _GUARDS:
                return True
            outer = outer.parent
        return False


def direct_calls(index: Index, definition: Node) -> Iterator[tuple[Node, Node]]:
    """The calls of a ``def`` by its own name in its file, each with the scope it runs in; none of a method.

    None either where anything else in the scope has that name too.
    """
    name = index.text(definition.child_by_field_name("name"))
    home = index.enclosing(definition)
    if home is None or home.type == "class_definition":
        return
    bindings = index.bindings(home, name)
    if len(bindings) != 1 or bindings[0].node.id != definition.id:
        return
    for use in index.uses(name):
        call = use.node.parent
        if call is None or call.type != "call" or call.child_by_field_name("function") != use.node:
            continue
        seen = next((level.id for level in index.parent_scopes(use.scope) if index.bindings(level, name)), None)
        if seen == home.id:
            yield call, use.scope


def yields(definition: Node) -> bool:
    """Whether a ``def`` may be a generator function: there is a ``yield`` somewhere in it."""
    from op_lint.syntax import query

    return bool(query("(yield) @yield", definition))
