"""OP313: a coroutine that nobody awaits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from op_lint.finding import Finding, Fix
from op_lint.reached import direct_calls, yields
from op_lint.read.expr import Range
from op_lint.rules.base import Context, Example, Rule, fix

if TYPE_CHECKING:
    from tree_sitter import Node

_OF_COROUTINES = frozenset({"close", "send", "throw"})


class AsyncMisuse(Rule):
    """A call of ``aexec``, ``amake`` or an ``async`` agentic function whose coroutine is thrown away, or used as if it
    were the result.

    Why: without ``await`` nothing runs, and an attribute, an item or a sum of a coroutine is an error.

    Fix: unsafe, adds ``await`` inside ``async def``.
    """

    code = "OP313"
    name = "async-misuse"
    severity = "error"
    summary = "a coroutine is discarded, or used as a value"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function
            async def work(runtime=None):
                """Sum up the day."""
                «runtime.aexec("Look.")»
                return «runtime.aexec("Sum it up.")».strip()
            ''',
            '''
            @agentic_function
            async def work(runtime=None):
                """Sum up the day."""
                await runtime.aexec("Look.")
                return (await runtime.aexec("Sum it up.")).strip()
            ''',
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the day."""
                «decision.amake("Pick one.", {"done": ("DONE", "it is over")})»
            '''
        ),
        Example(
            '''
            @agentic_function
            async def look(runtime=None):
                """Look around."""
                return await runtime.aexec("Look.")


            async def main():
                «look()»
                print("Seen: " + «look()»)
            ''',
            '''
            @agentic_function
            async def look(runtime=None):
                """Look around."""
                return await runtime.aexec("Look.")


            async def main():
                await look()
                print("Seen: " + (await look()))
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            async def look(runtime=None):
                """Look around."""
                return await runtime.aexec("Look.")


            @agentic_function
            async def steps(runtime=None):
                """Go step by step."""
                yield 1


            def run(coroutine): ...


            async def main(look_again=look):
                look = run
                look(1)
                steps().asend(None)
                run(look_again()) + 1
                return steps()
            '''
        ),
        Example(
            '''
            @agentic_function
            async def work(runtime=None):
                """Sum up the day."""
                await runtime.aexec("Look.")
                pending = runtime.aexec("Sum it up.")
                return (await decision.amake("Pick one.", {"done": ("DONE", "it is over")})).strip() + await pending
            '''
        ),
        Example(
            '''
            import asyncio

            from op_runtime import agentic_function


            @agentic_function
            def work(runtime=None):
                """Sum up the day."""
                return asyncio.run(runtime.aexec("Sum it up."))
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report calls that are a statement of their own, or a part of an attribute, a subscript or an operation."""
        for node in _coroutines(context):
            where = context.lines.byte_range(node.start_byte, node.end_byte)
            outer = node.parent
            if outer is None:
                continue
            alone = outer.type == "expression_statement"
            as_value = (
                (outer.type == "attribute" and context.index.text(outer.named_children[-1]) not in _OF_COROUTINES)
                or (outer.type == "subscript" and outer.child_by_field_name("value") == node)
                or outer.type in ("binary_operator", "comparison_operator", "unary_operator")
            )
            if alone or as_value:
                message = (
                    "nothing awaits this coroutine, so that nothing runs" if alone else "this is a coroutine: await it"
                )
                yield context.finding(self, where, message, fix=_await(context, where, brackets=not alone))


def _coroutines(context: Context) -> Iterator[Node]:
    """The calls that give a coroutine, in source order."""
    found: dict[int, Node] = {}
    ranges = [call.call.range for call in context.facts.calls if call.kind == "aexec"]
    ranges += [decision.range for decision in context.facts.decisions if decision.kind in ("aexec", "amake")]
    for where in ranges:
        node = context.node(where)
        while node is not None and node.type != "call":
            node = node.parent
        if node is not None:
            found[node.start_byte] = node
    for function in context.facts.functions:
        name = context.node(function.name_range) if function.is_async else None
        definition = name.parent if name is not None else None
        if definition is None or yields(definition) or not _decorated_once(definition):
            continue
        for call, _ in direct_calls(context.index, definition):
            found[call.start_byte] = call
    for start in sorted(found):
        yield found[start]


def _decorated_once(definition: Node) -> bool:
    outer = definition.parent
    return outer is not None and sum(child.type == "decorator" for child in outer.children) == 1


def _await(context: Context, where: Range, *, brackets: bool) -> Fix | None:
    node = context.node(where)
    while node is not None and node.type != "function_definition":
        if node.type == "lambda":
            return None
        node = node.parent
    if node is None or node.children[0].type != "async":
        return None
    text = context.text
    start, end = text.start(where), text.end(where)
    if not brackets:
        return fix("Add await", "unsafe", text.edit(start, start, "await "))
    return fix("Add await", "unsafe", text.edit(start, start, "(await "), text.edit(end, end, ")"))
