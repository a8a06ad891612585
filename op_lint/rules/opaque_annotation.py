"""OP219: a type that has no JSON form."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.schema import Opaque

from op_lint.finding import Finding
from op_lint.inputs import parameter, visible
from op_lint.rules.base import Context, Example, Rule


class OpaqueAnnotation(Rule):
    """A visible parameter whose type cannot be written in JSON: a class of yours, a callable, a connection.

    Why: the model is shown ``null`` for it and cannot give a value.

    Fix: none. Hide it and give it with ``context=``, or use a dataclass, a TypedDict or a pydantic model.
    """

    code = "OP219"
    name = "opaque-annotation"
    severity = "warning"
    summary = "the type has no JSON form: the model is shown `null`"
    bad = (
        Example(
            '''
            class Page:
                pass


            @agentic_function(input={"page": {"description": "the page"}})
            def read(page: «Page», runtime=None):
                """Read a page."""
            '''
        ),
        Example(
            '''
            from collections.abc import Callable

            from op_runtime import agentic_function


            @agentic_function(input={"key": {"description": "the key"}})
            def sort(key: «Callable[[str], int]», runtime=None):
                """Sort pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            from dataclasses import dataclass

            from op_runtime import agentic_function


            @dataclass
            class Page:
                title: str


            @agentic_function(input={"page": {"description": "the page"}})
            def read(page: Page, runtime=None):
                """Read a page."""
            '''
        ),
        Example(
            '''
            from elsewhere import Thing
            from op_runtime import agentic_function


            @agentic_function(input={"a": {"description": "a"}, "b": {"hidden": True}})
            def read(a: Thing, b: object, runtime=None):
                """Read a page."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report visible parameters whose type is known, and known to have no JSON form."""
        for function in context.facts.functions:
            for param in visible(function, context.facts.described):
                known = parameter(context.facts.described, function, param.name)
                if param.annotation is None or known is None or not isinstance(known.field.schema, Opaque):
                    continue
                message = f"{known.field.schema.name} has no JSON form: the model is shown null"
                symbol = f"{function.qualname}.{param.name}"
                yield context.finding(self, param.annotation.range, message, symbol=symbol)
