"""OP218: ``*args`` and ``**kwargs``."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule


class VariadicParameter(Rule):
    """``*args`` or ``**kwargs`` in the signature of an agentic function.

    Why: a model cannot be shown what to put there, so nothing ever arrives.

    Fix: none. Name the parameters, or take a list or a dict.
    """

    code = "OP218"
    name = "variadic-parameter"
    severity = "warning"
    summary = "`*args` and `**kwargs` cannot be shown to a model"
    bad = (
        Example(
            '''
            @agentic_function
            def find(*«words»: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None, **«more»):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"words": {"description": "words"}})
            def find(*, words: list[str], runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            def find(*words: str, **more):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report variadic parameters."""
        for function in context.facts.functions:
            for param in function.params:
                if param.kind in ("var_positional", "var_keyword"):
                    stars = "*" if param.kind == "var_positional" else "**"
                    message = f"a model cannot be shown what to put into {stars}{param.name}: name the parameters"
                    symbol = f"{function.qualname}.{param.name}"
                    yield context.finding(self, param.range, message, symbol=symbol)
