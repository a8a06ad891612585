"""OP209: an entry of ``input=`` for a parameter that the framework fills."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu import INJECTED

from op_lint.facts import FunctionFacts
from op_lint.finding import Finding, Fix
from op_lint.inputs import Item, items, literal_input
from op_lint.rewrite import remove
from op_lint.rules.base import Context, Example, Rule, fix


class InjectedInInput(Rule):
    """An ``input=`` entry for ``runtime``, ``exec_runtime`` or ``review_runtime``.

    Why: the framework fills these and no model ever sees them, so nothing reads the entry.

    Fix: safe, removes the entry, and ``input=`` where nothing else is in it.
    """

    code = "OP209"
    name = "injected-in-input"
    severity = "warning"
    summary = "`runtime` and its kin need no entry in `input=`"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}, «"runtime"»: {"hidden": True}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(
                input={
                    # words
                    "q": {"description": "words"},
                    «"review_runtime"»: {
                        "hidden": True,
                    },  # never seen
                    "n": {"description": "how many"},
                },
            )
            def find(q: str, n: int, review_runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(
                input={
                    # words
                    "q": {"description": "words"},
                    "n": {"description": "how many"},
                },
            )
            def find(q: str, n: int, review_runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={«"runtime"»: {}})
            def find(runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(expose="full", input={«"runtime"»: {}})
            def find(runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(expose="full")
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"runtime_name": {"description": "which one"}})
            def find(runtime_name: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "runtime"}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report entries for injected names."""
        for function in context.facts.functions:
            for item in items(function):
                if item.name in INJECTED:
                    message = f'"{item.name}" is filled by the framework and never shown to a model: no entry needed'
                    symbol = f"{function.qualname}.{item.name}"
                    yield context.finding(
                        self, item.key.range, message, fix=_drop(context, function, item), symbol=symbol
                    )


def _drop(context: Context, function: FunctionFacts, item: Item) -> Fix:
    display, call, text = literal_input(function), function.arguments, context.text
    assert display is not None
    assert call is not None
    if len(display.entries) > 1:
        return fix("Remove the entry", "safe", remove(text, display, item.index))
    if len(call.args) > 1:
        index = next(number for number, argument in enumerate(call.args) if argument.keyword == "input")
        return fix("Remove input=", "safe", remove(text, call, index))
    return fix("Remove input=", "safe", text.edit(text.end(call.func.range), text.end(call.range), ""))
