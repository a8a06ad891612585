"""OP207: an allowed value that does not fit the annotation."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu import Schema, UnknownType
from op_runtime.menu.schema import Choice
from op_runtime.menu.templates import coerce_options

from op_lint.finding import Finding
from op_lint.inputs import metadata, parameter
from op_lint.read.expr import Constant, Sequence
from op_lint.rewrite import quoted
from op_lint.rules.base import Context, Example, Rule, fix


class OptionsTypeMismatch(Rule):
    """An allowed value that is not of its parameter's type: ``"many"`` for an ``int``, or ``"5"``.

    Why: a value that cannot be one of the type raises ``TypeError`` when the function is decorated: an error. One that
    can, such as ``"5"``, is converted, and the reader of the source sees something else than the model: a warning.

    Fix: safe, writes the converted value. None where there is none.
    """

    code = "OP207"
    name = "options-type-mismatch"
    severity = "error"
    summary = "an option does not fit the annotation"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"n": {"description": "how many", "options": [«"5"», 10]}})
            def find(n: int, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"n": {"description": "how many", "options": [5, 10]}})
            def find(n: int, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"n": {"description": "how many", "options": [5, «"many"»]}})
            def find(n: int | None = None, runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"n": {"description": "how many", "options": ["a", "5"]}})
            def find(n: list[str], runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"x": {"description": "how much", "options": [1, 2.5]}})
            def find(x: float, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report allowed values, written out, that are or need to be converted."""
        for function, item, symbol in metadata(context.facts.functions):
            options = item.value("options")
            known = parameter(context.facts.described, function, item.name)
            if not isinstance(options, Sequence) or options.kind != "list" or known is None:
                continue
            schema = known.field.schema
            if isinstance(schema, UnknownType):
                continue
            for option in options.items:
                if isinstance(option, Constant) and isinstance(option.value, str | int | float):
                    yield from self._option(context, schema, option, symbol)

    def _option(self, context: Context, schema: Schema, option: Constant, symbol: str) -> Iterator[Finding]:
        written = f"`{context.slice(option.range)}`"
        try:
            converted = coerce_options(schema, [option.value], "")
        except TypeError:
            message = f"{written} cannot be a value of type {schema.display()}"
            yield context.finding(self, option.range, message, symbol=symbol)
            return
        value = converted[0] if isinstance(converted, tuple) and converted else option.value
        same_number = isinstance(value, int | float) and isinstance(option.value, int | float) and value == option.value
        if type(value) is type(option.value) or same_number or isinstance(schema, Choice):
            return
        literal = quoted(value) if isinstance(value, str) else repr(value)
        text = context.text
        edit = text.edit(text.start(option.range), text.end(option.range), literal)
        message = f"{written} becomes {literal}, since the type is {schema.display()}; write it so"
        repair = fix(f"Write {literal}", "safe", edit)
        yield context.finding(self, option.range, message, fix=repair, severity="warning", symbol=symbol)
