"""OP305: a runtime that is passed by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from op_lint.calls import AGENTIC
from op_lint.finding import Finding
from op_lint.rewrite import remove
from op_lint.rules.base import Context, Example, Rule, fix

_ASSIGNED = re.compile(
    r"^\s*runtime\s*=(?!=)\s*(?!runtime\b)|\bruntime\s*:=|\bas runtime\b|\bfor runtime\b", re.MULTILINE
)


class RuntimePassedDown(Rule):
    """``runtime=runtime`` in a call of an agentic function, where it is the caller's own parameter.

    Why: the framework fills the parameter with the same runtime. Passing it by hand is noise, and gets forgotten.

    Fix: unsafe, removes the argument.
    """

    code = "OP305"
    name = "runtime-passed-down"
    severity = "info"
    summary = "`runtime=runtime` to an agentic function: injection does it"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Find the pages of the day."""
                find("a", «runtime=runtime»)
                return find(
                    "b",
                    «runtime=runtime»,
                )
            ''',
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Find the pages of the day."""
                find("a")
                return find(
                    "b",
                )
            ''',
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Find the pages of the day."""
                return find(«runtime=runtime»)
            ''',
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Find the pages of the day."""
                return find()
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Find the pages of the day."""
                runtime = runtime.copy()
                return find(runtime=runtime)


            def main(runtime):
                return find(runtime=runtime)
            '''
        ),
        Example(
            '''
            def plain(runtime):
                return 1


            @agentic_function
            def work(runtime=None, review_runtime=None):
                """Find the pages of the day."""
                return plain(runtime=runtime)
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report the argument where the caller's parameter is never assigned."""
        for call in context.facts.calls:
            function = call.function
            if call.kind != AGENTIC or function is None or function.decorator is None:
                continue
            declared = "runtime" in [param.name for param in function.params]
            if not declared or _ASSIGNED.search(context.slice(function.range)):
                continue
            for index, argument in enumerate(call.call.args):
                if argument.keyword == "runtime":
                    drop = fix("Remove it", "unsafe", remove(context.text, call.call, index))
                    message = "the framework fills runtime with the same one; leave it out"
                    yield context.finding(self, argument.range, message, fix=drop)
