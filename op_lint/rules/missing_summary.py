"""OP101: an agentic function without a summary."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu import summary

from op_lint.facts import FunctionFacts
from op_lint.finding import Finding, Fix
from op_lint.read.expr import Range
from op_lint.rules.base import Context, Example, Rule, fix


class MissingSummary(Rule):
    """An agentic function whose docstring is missing or empty.

    Why: the first paragraph of the docstring tells the model what the function does and when to pick it. Without it
    the model has only the name.

    Fix: unsafe, inserts ``TODO: describe NAME.`` for you to fill in.
    """

    code = "OP101"
    name = "missing-summary"
    severity = "warning"
    summary = "no docstring, or an empty one: the menu entry has no description"
    fixes = ("unsafe",)
    bad = (
        Example(
            """
            @agentic_function
            def «refund»(runtime=None):
                return runtime.exec("Refund it.")
            """,
            '''
            @agentic_function
            def refund(runtime=None):
                """TODO: describe refund."""
                return runtime.exec("Refund it.")
            ''',
        ),
        Example(
            '''
            @agentic_function()
            async def «refund»(runtime=None):
                """  """
                return 1
            ''',
            '''
            @agentic_function()
            async def refund(runtime=None):
                """TODO: describe refund."""
                return 1
            ''',
        ),
        Example(
            """
            @agentic_function
            def «refund»(runtime=None): return 1
            """,
            '''
            @agentic_function
            def refund(runtime=None): """TODO: describe refund."""; return 1
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """TODO: describe refund."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """

                Refund the order.
                """
            '''
        ),
        Example(
            """
            def refund(runtime=None):
                return 1
            """
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report functions whose summary is empty; what is no docstring at all is OP108's."""
        for function in context.facts.functions:
            docstring = function.docstring
            if docstring is not None and (docstring.value is None or summary(docstring.value)):
                continue
            if function.docstring_broken:
                continue
            message = f"{function.name}() has no summary: the model would see its name only; say when to pick it"
            yield context.finding(
                self, function.name_range, message, fix=_stub(context, function), symbol=function.qualname
            )


def _stub(context: Context, function: FunctionFacts) -> Fix | None:
    text = context.text
    if not context.slice(Range(*function.body_start, function.range.end_line, function.range.end_column)).strip():
        return None  # half-typed: there is no body yet
    stub = f'"""TODO: describe {function.name}."""'
    if function.docstring is not None:
        where = function.docstring.range
        edit = text.edit(text.start(where), text.end(where), stub)
    else:
        start = context.lines.offset(*function.body_start)
        line = function.body_start[0]
        own_line = text.opens_line(start)
        edit = text.edit(start, start, stub + (text.newline + text.indent(line) if own_line else "; "))
    return fix("Insert a summary to fill in", "unsafe", edit)
