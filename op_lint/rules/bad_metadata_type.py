"""OP205: a metadata value of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.names import INPUT_KEYS, SOURCES

from op_lint.finding import Finding, Fix
from op_lint.inputs import items, metadata
from op_lint.read.expr import Comprehension, Constant, Dict, Expr, FString, Lambda, Sequence, Unary
from op_lint.rules.base import Context, Example, Rule, fix


class BadMetadataType(Rule):
    """A value in ``input=`` that has not the type of its key: text for ``hidden``, a tuple for ``options``.

    Why: decorating the function raises ``TypeError``, so its module cannot be imported.

    Fix: safe, turns a tuple or a set of allowed values into a list. None otherwise.
    """

    code = "OP205"
    name = "bad-metadata-type"
    severity = "error"
    summary = "a value in `input=` of the wrong type for its key"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "options": «("a", "b")»}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"q": {"description": "words", "options": ["a", "b"]}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "options": «{"a"}»}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"q": {"description": "words", "options": ["a"]}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": «[]», "hidden": «"no"», "source": «"model"»}, "n": «"n"»})
            def find(q: str, n: int, runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            HIDE = True


            @agentic_function(input={"q": {"description": "w" "ords", "hidden": HIDE, "multiline": False}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": f"words", "default": [], "effects": "none"}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report values whose type is written on them."""
        for function in context.facts.functions:
            value = function.input_expr
            kind = type_of(value) if value is not None else None
            if value is not None and kind not in (None, dict, type(None)) and not items(function):
                message = f"`input=` must be a dict of parameters, not a {_name(kind)}"
                yield context.finding(self, value.range, message, symbol=function.qualname)
        for _, item, symbol in metadata(context.facts.functions):
            kind = type_of(item.entry.value)
            if kind not in (None, dict):
                message = f'"{item.name}" must be a dict such as {{"description": "..."}}, not a {_name(kind)}'
                yield context.finding(self, item.entry.value.range, message, symbol=symbol)
            for _, key, entry in item.pairs():
                yield from self._value(context, str(key.value), entry.value, symbol)

    def _value(self, context: Context, key: str, value: Expr, symbol: str) -> Iterator[Finding]:
        wanted = INPUT_KEYS.get(key)
        kind = type_of(value)
        if wanted is None or kind is None:
            return
        if kind is not wanted:
            message = f'"{key}" must be a {_name(wanted)}, not a {_name(kind)}'
            repair = _as_list(context, value) if key == "options" else None
            yield context.finding(self, value.range, message, fix=repair, symbol=symbol)
        elif key == "source" and isinstance(value, Constant) and value.value not in SOURCES:
            yield context.finding(self, value.range, '"source" must be "llm" or "context"', symbol=symbol)


def type_of(expr: Expr) -> type | None:
    """The type of a value where it is written on it; None where only running the program can tell."""
    match expr:
        case Constant():
            return type(expr.value)
        case FString(template=False):
            return str
        case Dict() | Comprehension(kind="dict"):
            return dict
        case Sequence(kind=kind) | Comprehension(kind="list" | "set" as kind):
            return {"list": list, "tuple": tuple, "set": set}[kind]
        case Unary(op="not"):
            return bool
        case Unary(op="-" | "+", operand=Constant(value=int() | float() as number)) if not isinstance(number, bool):
            return type(number)
        case Lambda():
            return type(lambda: 0)
    return None


def _name(kind: type | None) -> str:
    return getattr(kind, "__name__", "value").replace("NoneType", "None")


def _as_list(context: Context, value: Expr) -> Fix | None:
    if not isinstance(value, Sequence) or value.kind == "list" or not value.items:
        return None
    if not all(isinstance(each, Constant) for each in value.items):
        return None
    text = context.text
    start, end = text.start(value.range), text.end(value.range)
    return fix("Make it a list", "safe", text.edit(start, start + 1, "["), text.edit(end - 1, end, "]"))
