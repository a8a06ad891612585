"""OP503: a check that is evaluated too early."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.read.expr import Binary, Constant, Expr, Unary
from op_lint.rules.base import Context, Example, Rule, fix

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not")


class EagerCheck(Rule):
    """A comparison where a primitive takes a text or something to call: ``check=len(x) > 3``.

    Why: it is evaluated once, before the action has run, and the primitive refuses the bool: ``TypeError``.

    Fix: unsafe, makes it a lambda that gets the result; use it in the comparison.
    """

    code = "OP503"
    name = "eager-check"
    severity = "error"
    summary = "a check that is evaluated once, before the action"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"x": {"description": "the files"}})
            def work(x: str = "", runtime=None):
                """Find the files of the day."""
                return validate_and_retry(lambda: 1, check=«len(x) > 3», retry=lambda: 2)
            ''',
            '''
            @agentic_function(input={"x": {"description": "the files"}})
            def work(x: str = "", runtime=None):
                """Find the files of the day."""
                return validate_and_retry(lambda: 1, check=lambda result: len(x) > 3, retry=lambda: 2)
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"x": {"description": "the files"}})
            def work(x: str = "", runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), «not x»)
            ''',
            '''
            @agentic_function(input={"x": {"description": "the files"}})
            def work(x: str = "", runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), lambda result: not x)
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"x": {"description": "the files"}})
            def work(x: str = "", runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), lambda result: len(result) > 3)
            '''
        ),
        Example(
            '''
            @agentic_function(input={"x": {"description": "the files"}})
            def work(x: str = "", runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), "Are these all files of " + x + "?")
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report conditions that surely are a bool."""
        for call in context.facts.calls:
            for name in ("check", "condition"):
                value = call.arguments.get(name)
                if value is not None and _is_bool(value):
                    text = context.text
                    start = text.start(value.range)
                    wrap = fix("Make it a lambda", "unsafe", text.edit(start, start, "lambda result: "))
                    message = f"this is evaluated once, before anything has run; pass {name}=lambda result: ..."
                    yield context.finding(self, value.range, message, fix=wrap)


def _is_bool(value: Expr) -> bool:
    if isinstance(value, Constant):
        return isinstance(value.value, bool)
    if isinstance(value, Binary) and value.op in ("and", "or"):
        return _is_bool(value.left) and _is_bool(value.right)
    return (isinstance(value, Binary) and value.op in _COMPARISONS) or (isinstance(value, Unary) and value.op == "not")
