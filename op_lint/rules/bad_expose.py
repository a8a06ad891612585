"""OP301: an ``expose=`` that is none of the four."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from op_runtime.menu.names import EXPOSE

from op_lint.finding import Finding
from op_lint.read.expr import Constant
from op_lint.rewrite import rename
from op_lint.rules.base import Context, Example, Rule, fix


class BadExpose(Rule):
    """An ``expose=`` that is not ``io``, ``llm``, ``full`` or ``hidden``.

    Why: decorating the function raises ``ValueError``, so its module cannot be imported.

    Fix: unsafe, writes the one that resembles it.
    """

    code = "OP301"
    name = "bad-expose"
    severity = "error"
    summary = "`expose` is not one of io, llm, full, hidden"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(expose=«'hiden'»)
            def find(runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(expose='hidden')
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(expose=«"summary"»)
            def find(runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(expose=«True»)
            def find(runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(expose="llm")
            def find(runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            from elsewhere import LEVEL
            from op_runtime import agentic_function


            @agentic_function(expose=LEVEL)
            def find(runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report literals that are no level."""
        for function in context.facts.functions:
            argument = function.arguments.keyword("expose") if function.arguments else None
            value = argument.value if argument else None
            if not isinstance(value, Constant) or value.value in EXPOSE or value.value is None:
                continue
            near = get_close_matches(value.value, EXPOSE, 1) if isinstance(value.value, str) else []
            message = "expose= must be one of " + ", ".join(f'"{level}"' for level in EXPOSE)
            message += f'; did you mean "{near[0]}"?' if near else ""
            repair = fix(f'Write "{near[0]}"', "unsafe", rename(context.text, value, near[0])) if near else None
            yield context.finding(self, value.range, message, fix=repair, symbol=function.qualname)
