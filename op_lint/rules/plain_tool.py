"""OP306: a plain function as a tool."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.offered import ItemsPart, Leaf
from op_lint.read.expr import Attribute, Lambda, Name
from op_lint.resolve.values import Part
from op_lint.rules.base import Context, Example, Rule


class PlainTool(Rule):
    """A function without ``@agentic_function``, or a lambda, in ``tools=[...]``.

    Why: a tool needs a spec; a plain callable raises ``TypeError`` at run time.

    Fix: none. Decorate it, or pass ``{"spec": ..., "execute": ...}``.
    """

    code = "OP306"
    name = "plain-tool"
    severity = "error"
    summary = "a plain callable in `tools=[...]`"
    bad = (
        Example(
            '''
            def find(q: str):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Answer the question of the day."""
                return runtime.exec("Answer.", tools=[«find», «lambda q: q»])
            '''
        ),
        Example(
            '''
            def find(q: str):
                """Find pages."""


            TOOLS = [«find»]


            @agentic_function
            def work(runtime=None):
                """Answer the question of the day."""
                return agent("Answer.", tools=TOOLS)
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Answer the question of the day."""
                return runtime.exec("Answer.", tools=[find, {"spec": {}, "execute": find}])
            '''
        ),
        Example(
            '''
            from elsewhere import Tool, find
            from op_runtime import agent, agentic_function


            @agentic_function
            def work(tools: list, runtime=None):
                """Answer the question of the day."""
                agent("Answer.", tools=["find"])
                return runtime.exec("Answer.", tools=[find, Tool(), *tools])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report items that surely are undecorated functions."""
        for call in context.facts.calls:
            tools = call.parts.get("tools") if call.kind in ("exec", "aexec", "agent") else None
            for item in tools.items if isinstance(tools, ItemsPart) else ():
                if not _plain(item):
                    continue
                where, message = item.place.range, "a plain function is no tool: TypeError; decorate it"
                where = where if context.here(item) else call.arguments["tools"].range
                yield context.finding(self, where, message)


def _plain(item: Part) -> bool:
    if not isinstance(item, Leaf) or not isinstance(item.expr, Name | Attribute | Lambda):
        return False
    return getattr(item.value, "agentic", True) is False
