"""OP212: an ``options_from`` that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.names import OPTIONS_FROM

from op_lint.finding import Finding
from op_lint.inputs import metadata
from op_lint.read.expr import Constant
from op_lint.rules.base import Context, Example, Rule


class OptionsSource(Rule):
    """An ``options_from`` that is not ``"functions"``, or that stands beside ``options``.

    Why: decorating the function raises ``TypeError``, so its module cannot be imported.

    Fix: none. Keep the one that is meant.
    """

    code = "OP212"
    name = "options-source"
    severity = "error"
    summary = '`options_from` is not "functions", or stands beside `options`'
    bad = (
        Example(
            '''
            @agentic_function(input={"tool": {"description": "the tool", "options_from": «"tools"»}})
            def use(tool: str, runtime=None):
                """Use a tool."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"tool": {"description": "t", «"options_from"»: "functions", "options": ["a"]}})
            def use(tool: str, runtime=None):
                """Use a tool."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"tool": {"description": "the tool", "options_from": "functions"}})
            def use(tool: str, runtime=None):
                """Use a tool."""
            '''
        ),
        Example(
            '''
            from elsewhere import SOURCE
            from op_runtime import agentic_function


            @agentic_function(input={"tool": {"description": "the tool", "options_from": SOURCE}})
            def use(tool: str, runtime=None):
                """Use a tool."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report unknown sources, and sources beside a list."""
        for _, item, symbol in metadata(context.facts.functions):
            for _, key, entry in item.pairs():
                value = entry.value
                if key.value != "options_from":
                    continue
                if isinstance(value, Constant) and isinstance(value.value, str) and value.value not in OPTIONS_FROM:
                    message = 'the only source there is is "functions", the registered functions'
                    yield context.finding(self, value.range, message, symbol=symbol)
                if item.value("options") is not None:
                    message = '"options_from" and "options" both name the allowed values; keep one'
                    yield context.finding(self, key.range, message, symbol=symbol)
