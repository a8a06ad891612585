"""OP210: a default that is not allowed."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.schema import Choice

from op_lint.finding import Finding
from op_lint.inputs import own_params, parameter
from op_lint.read.expr import Constant
from op_lint.rules.base import Context, Example, Rule


class DefaultNotInOptions(Rule):
    """A parameter whose default is not among its allowed values. ``None`` and ``""`` mean unset and are fine.

    Why: the menu shows a default next to a list that does not hold it, and a model that repeats it is right or wrong
    depending on how it says so.

    Fix: none. Allow the value, or choose another default.
    """

    code = "OP210"
    name = "default-not-in-options"
    severity = "warning"
    summary = "the default is not among the allowed values"
    bad = (
        Example(
            '''
            @agentic_function(input={"kind": {"description": "the kind", "options": ["a", "b"]}})
            def find(kind: str = «"c"», runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            from typing import Literal

            from op_runtime import agentic_function


            @agentic_function(input={"kind": {"description": "the kind"}})
            def find(kind: Literal["a", "b"] = «"c"», runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(
                input={
                    "kind": {"description": "the kind", "options": ["a", "b"]},
                    "more": {"description": "more", "options": ["a", "b"]},
                    "n": {"description": "how many", "options": ["5", "10"]},
                }
            )
            def find(kind: str = "a", more: str = "", n: int = 10, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            from elsewhere import DEFAULT
            from op_runtime import agentic_function


            @agentic_function(input={"kind": {"description": "the kind", "options": ["a", "b"]}})
            def find(kind: str = DEFAULT, runtime=None):
                """Find pages."""


            @agentic_function(input={"kind": {"description": "the kind", "options": ["a", "b"]}})
            def search(kind: str | None = None, runtime=None):
                """Search pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report literal defaults that the allowed values, which are known, do not hold."""
        for function in context.facts.functions:
            for param in own_params(function):
                known = parameter(context.facts.described, function, param.name)
                default = param.default
                if known is None or not isinstance(default, Constant) or default.value in (None, "", b"", ...):
                    continue
                schema = known.field.schema
                allowed = known.field.options or (schema.values if isinstance(schema, Choice) else None)
                if not isinstance(allowed, tuple) or (type(default.value), default.value) in {
                    (type(value), value) for value in allowed if isinstance(value, str | int | float)
                }:
                    continue
                message = f"the default `{context.slice(default.range)}` is not among the allowed values"
                symbol = f"{function.qualname}.{param.name}"
                yield context.finding(self, default.range, message, symbol=symbol)
