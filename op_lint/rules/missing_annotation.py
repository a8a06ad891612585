"""OP217: a parameter without a type."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.inputs import visible
from op_lint.read.expr import Constant, Expr
from op_lint.rules.bad_metadata_type import type_of
from op_lint.rules.base import Context, Example, Rule


class MissingAnnotation(Rule):
    """A visible parameter that has neither an annotation nor a default that gives it a type.

    Why: the model is told that it is a ``str``, and any other value is refused.

    Fix: none. Annotate it.
    """

    code = "OP217"
    name = "missing-annotation"
    severity = "warning"
    summary = "a visible parameter has no type: the model is told `str`"
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(«q», runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(«q»=None, runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(
                input={
                    "a": {"description": "a"},
                    "b": {"description": "b"},
                    "c": {"description": "c"},
                    "d": {"hidden": True},
                }
            )
            def find(a: str, b=5, c=[], *, d, runtime):
                """Find pages."""
            '''
        ),
        Example(
            '''
            from elsewhere import DEFAULT
            from op_runtime import agentic_function


            @agentic_function(input={"q": {"description": "words"}})
            def find(q=DEFAULT, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report visible parameters whose type nothing tells."""
        for function in context.facts.functions:
            for param in visible(function, context.facts.described):
                if param.annotation is None and _untyped(param.default):
                    message = f'"{param.name}" has no type, so the model is told str; annotate it'
                    symbol = f"{function.qualname}.{param.name}"
                    yield context.finding(self, param.range, message, symbol=symbol)


def _untyped(default: Expr | None) -> bool:
    """Whether a default surely gives no type: there is none, or it is a literal of no type that a menu shows."""
    if default is None or (isinstance(default, Constant) and default.value is None):
        return True
    kind = type_of(default)
    return kind is not None and kind not in (bool, int, float, str, list, dict)
