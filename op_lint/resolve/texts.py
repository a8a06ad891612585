"""Calls on constants whose result is exact: methods of texts, conversions, sums and their like."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from op_runtime.menu import Unknown

from op_lint.read import expr as ir
from op_lint.resolve.environment import Environment
from op_lint.resolve.operators import comparable, iterated, members, truth_of
from op_lint.resolve.values import EnumMember, ItemsPart, Leaf, Part, Shape, plain, unknown_of

if TYPE_CHECKING:
    from op_lint.resolve.evaluate import Evaluator

TEXT_METHODS = frozenset(
    {"upper", "lower", "title", "capitalize", "casefold", "strip", "lstrip", "rstrip", "removeprefix", "removesuffix",
     "replace", "split", "rsplit", "splitlines", "partition", "rpartition", "join", "swapcase", "zfill", "center",
     "ljust", "rjust", "expandtabs", "startswith", "endswith", "count", "find", "rfind", "index", "isalpha", "isdigit",
     "isdecimal", "isnumeric", "isalnum", "isidentifier", "islower", "isupper", "isspace", "istitle", "isascii",
     "format"}
)  # fmt: skip
_MAX_WIDTH = 10_000
"""A width or a count that no text of a menu has."""
_COMPLEX_FIELD = re.compile(r"\{[^}]*[.\[{]|\d{5,}")
"""A field that looks into its value, nests or asks for a huge width."""

SCALARS = frozenset({"str", "int", "float", "bool", "len", "abs", "repr", "ascii", "chr", "ord"})
REDUCTIONS = frozenset({"min", "max", "sum", "any", "all"})
_TEXTS = frozenset({"str", "repr", "ascii", "chr"})
_FUNCTIONS: Mapping[str, Callable[[Any], Any]] = {
    "str": str, "int": int, "float": float, "bool": bool, "abs": abs, "repr": repr, "ascii": ascii, "chr": chr,
    "ord": ord,
}  # fmt: skip


def text_of(value: object) -> object:
    """What ``str()`` gives for a member of an Enum that says its value; any other value itself."""
    return value.value if isinstance(value, EnumMember) and value.text == "value" else value


def method_of_text(ev: Evaluator, text: str, expr: ir.Call, env: Environment) -> Part:
    """What a method of a text gives; the method is one of ``TEXT_METHODS``."""
    name = cast(ir.Attribute, expr.func).attr
    if name == "format":
        return _format(ev, text, expr, env)
    given = [comparable(ev.expression(arg.value, env)) for arg in expr.args]
    named = [arg for arg in expr.args if arg.star or arg.keyword]
    if named or not all(_is_argument(value) for value in given):
        return ev.unknown(expr, env)
    try:
        result = getattr(text, name)(*given)
    except (TypeError, ValueError):
        return ev.unknown(expr, env, f"`{env.text(expr)}` fails at run time")
    if isinstance(result, list | tuple):
        items: list[Part] = [Leaf(item, env.place(expr.range), expr) for item in result]
        return ItemsPart("tuple" if isinstance(result, tuple) else "list", items, env.place(expr.range), expr)
    return ev.leaf(result, expr, env)


def _is_argument(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(type(item) is str for item in value)
    return type(value) in (str, type(None)) or (type(value) is int and abs(value) <= _MAX_WIDTH)


def _format(ev: Evaluator, template: str, expr: ir.Call, env: Environment) -> Part:
    given = [(arg.keyword, text_of(plain(ev.expression(arg.value, env)))) for arg in expr.args]
    constants = all(type(value) in (str, int, float, bool, type(None)) for _, value in given)
    if not constants or any(arg.star for arg in expr.args) or _COMPLEX_FIELD.search(template):
        return ev.unknown(expr, env, shape="text")
    listed = [value for name, value in given if name is None]
    named = {name: value for name, value in given if name is not None}
    try:
        return ev.leaf(template.format(*listed, **named), expr, env)
    except (ValueError, IndexError, KeyError, TypeError):
        return ev.unknown(expr, env, f"`{env.text(expr)}` fails at run time")


def scalar(ev: Evaluator, name: str, expr: ir.Call, env: Environment) -> Part:
    """What one of ``SCALARS`` gives for one constant."""
    shape: Shape = "text" if name in _TEXTS else "value"
    values = [ev.expression(arg.value, env) for arg in expr.args if not arg.star and arg.keyword is None]
    if len(values) != 1 or len(expr.args) != 1:
        return ev.unknown(expr, env, shape=shape)
    if name == "len":
        listed = members(values[0])
        sure = listed is not None and not any(unknown_of(item) for item in listed)
        return ev.leaf(len(listed or ()), expr, env) if sure else ev.unknown(expr, env, shape=shape)
    if name == "bool":
        truth = truth_of(values[0])
        return ev.unknown(expr, env, shape=shape) if truth is None else ev.leaf(truth, expr, env)
    value = values[0].value if isinstance(values[0], Leaf) else None
    value = text_of(value) if name == "str" else value
    if type(value) not in (str, int, float, bool) or not isinstance(values[0], Leaf):
        return ev.unknown(expr, env, shape=shape)
    try:
        return ev.leaf(_FUNCTIONS[name](value), expr, env)
    except (ValueError, OverflowError, TypeError):
        return ev.unknown(expr, env, f"`{env.text(expr)}` fails at run time")


def reduced(ev: Evaluator, name: str, parts: list[Part], expr: ir.Call, env: Environment) -> Part:
    """What one of ``REDUCTIONS`` gives for constants, given one by one or in a container."""
    one = members(parts[0]) if len(parts) == 1 else None
    listed = one if one is not None else parts if len(parts) > 1 and name in ("min", "max") else None
    if listed is None:
        return ev.unknown(expr, env)
    if name in ("any", "all"):
        truths = [truth_of(part) for part in listed]
        if None in truths:
            return ev.unknown(expr, env, shape="value")
        return ev.leaf(any(truths) if name == "any" else all(truths), expr, env)
    values = [comparable(part) for part in listed]
    kinds = {type(value) for value in values}
    if not (kinds == {str} and name != "sum") and not (kinds and kinds <= {int, float}):
        return ev.unknown(expr, env)
    functions: Mapping[str, Callable[[Any], Any]] = {"min": min, "max": max, "sum": sum}
    chosen = functions[name](values)
    return ev.leaf(chosen, expr, env)


def sorted_items(items: list[Part], key: str, *, backwards: bool) -> list[Part] | None:
    """Constants in order; ``key`` is ``""`` or the full name of a function. None where they cannot be compared."""
    values = [comparable(item) for item in items]
    kinds = {type(value) for value in values}
    if any(isinstance(value, Unknown) for value in values) or len(kinds) > 1 or not kinds <= {str, int}:
        return None
    function: Callable[[Any], Any] | None = _KEYS.get(key)
    if function is None or (key not in ("", "builtins.str") and kinds != {str}):
        return None
    pairs = sorted(zip(values, items, strict=True), key=lambda pair: function(pair[0]), reverse=backwards)
    return [item for _, item in pairs]


_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "": lambda value: value,
    "builtins.len": len,
    "builtins.str": str,
    "builtins.str.lower": str.lower,
    "builtins.str.upper": str.upper,
    "builtins.str.casefold": str.casefold,
}
_MAPPED: Mapping[str, Callable[[Any], Any]] = {
    "builtins.str": str,
    "builtins.repr": repr,
    **{f"builtins.str.{name}": getattr(str, name) for name in ("lower", "upper", "title", "capitalize", "strip")},
}


def mapped(function: str, source: Part, expr: ir.Call, env: Environment) -> Part | None:
    """What ``map`` gives for a function from outside, by its full name, over constants; None where it is not known."""
    called, items = _MAPPED.get(function), iterated(source)
    if called is None or items is None:
        return None
    values = [text_of(plain(item)) for item in items]
    wanted = (str, int) if function in ("builtins.str", "builtins.repr") else (str,)
    if any(type(value) not in wanted for value in values):
        return None
    made: list[Part] = [Leaf(called(value), env.place(expr.range), expr) for value in values]
    return ItemsPart("list", made, env.place(expr.range), expr)
