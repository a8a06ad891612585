"""OP415: a decision whose result is looked at to decide once more."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule

if TYPE_CHECKING:
    from tree_sitter import Node


class BranchingOnDecision(Rule):
    """``==`` or ``isinstance`` on the result of a decision, to find out which option was picked.

    It is reported only where all options are functions and values: what a schema gives must be looked at. ``==`` counts
    where it compares with a value that one of the options gives.

    Why: the decision is the branch already. A function as an option runs when it is picked; a chain of comparisons
    behind a menu must be kept in step with it by hand.

    Fix: none. Make the branches options: ``{"refund": refund, "wait": wait}``.
    """

    code = "OP415"
    name = "branching-on-decision"
    severity = "info"
    summary = "the result of a decision is compared to decide once more: the decision is the branch"
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                step = decision.make("Pick one.", {"ask": ("ASK", "it is unclear"), "done": ("DONE", "all is said")})
                if «step == "ASK"»:
                    return runtime.exec("Ask.")
                return step
            '''
        ),
        Example(
            '''
            @agentic_function
            async def triage(runtime=None):
                """Decide what comes next."""
                if «(await decision.amake("Pick one.", ["ask", "done"])) != "done"»:
                    return await runtime.aexec("Ask.")
                found = await decision.amake("Pick one.", {"none": (None, "all is said"), "one": ([1], "one is left")})
                return 0 if «isinstance(found, list)» else 1
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                step = decision.make("Pick one.", {"ask": ("unclear", {"q": str}), "done": ("DONE", "all is said")})
                if step == "DONE":
                    return step
                return runtime.exec(step["q"])
            '''
        ),
        Example(
            '''
            from elsewhere import MORE
            from op_runtime import agentic_function, decision


            def find():
                """Find pages."""
                return ""


            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                step = decision.make("Pick one.", {"find": find, "done": ("DONE", "all is said")})
                if step == "":
                    step = decision.make("Pick one.", {"more": MORE, "done": ("DONE", "all is said")})
                    return step == "DONE"
                return step
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each comparison of a result."""
        for decision in context.facts.decisions:
            given = _given(decision)
            node = context.node(decision.range) if given is not None else None
            if given is None or node is None:
                continue
            for looked_at in _looked_at(context, node):
                outer = looked_at.parent
                if outer is None or not (
                    _compares(context, outer, looked_at, given) or _asks_type(context, outer, looked_at)
                ):
                    continue
                if outer.type == "argument_list" and outer.parent is not None:
                    outer = outer.parent
                where = context.lines.byte_range(outer.start_byte, outer.end_byte)
                yield context.finding(
                    self, where, "the decision is the branch: let each option be the function that this leads to"
                )


def _given(decision: DecisionFacts) -> tuple[object, ...] | None:
    """The values that a decision may give, where all of its options are known and none is a schema."""
    menu = decision.result.menu
    if menu is None or decision.kind not in ("make", "amake", "exec", "aexec"):
        return None
    if any(option.kind not in ("function", "value") or option.unknown for option in menu.options):
        return None
    return tuple(option.target for option in menu.options if option.kind == "value")


def _looked_at(context: Context, node: Node) -> Iterator[Node]:
    """The result of a call where it stands, and where the one name that it is given to is read."""
    outer = node.parent
    while outer is not None and outer.type in ("await", "parenthesized_expression"):
        node, outer = outer, outer.parent
    yield node
    target = outer.child_by_field_name("left") if outer is not None and outer.type == "assignment" else None
    if outer is None or target is None or target.type != "identifier" or outer.child_by_field_name("right") != node:
        return
    scope, name = context.index.scope_of(outer), context.index.text(target)
    if scope.type != "function_definition" or len(context.index.bindings(scope, name)) != 1:
        return
    yield from (use.node for use in context.index.uses(name, scope) if use.scope == scope)


def _compares(context: Context, outer: Node, node: Node, given: tuple[object, ...]) -> bool:
    operators = [context.index.text(child) for child in outer.children_by_field_name("operators")]
    if outer.type != "comparison_operator" or operators not in (["=="], ["!="]):
        return False
    others = [child for child in outer.named_children if child != node and child.type != "comment"]
    try:
        value = ast.literal_eval(context.index.text(others[0] if len(others) == 1 else None))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return any(type(each) is type(value) and each == value for each in given)


def _asks_type(context: Context, outer: Node, node: Node) -> bool:
    call = outer.parent
    if outer.type != "argument_list" or call is None or call.type != "call" or outer.named_children[0] != node:
        return False
    return context.index.text(call.child_by_field_name("function")) == "isinstance"
