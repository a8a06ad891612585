"""Operators on values that source can tell."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from op_runtime.menu import OpaqueValue, Schema, Unknown
from op_runtime.menu.schema import Choice, Null, union

from op_lint.read import expr as ir
from op_lint.resolve.environment import Environment
from op_lint.resolve.values import (
    DictPart,
    EnumMember,
    ItemsPart,
    Leaf,
    Part,
    Shape,
    distinct,
    entries_of,
    is_text,
    is_type,
    plain,
    shape_of,
    unknown_of,
)

if TYPE_CHECKING:
    from op_lint.resolve.evaluate import Evaluator

HUGE = re.compile(r"\d{5,}")
"""A width that no text of a menu has: formatting with it would only cost memory."""
_MAX_TEXT = 100_000
"""Characters of a computed text."""

_MAX_POWER = 64
"""Exponents and shifts: larger ones make no number of a menu."""
_MAX_ITEMS = 1000
"""Items of a repeated list."""
_SIMPLE = (str, int, float, bool, type(None), bytes)
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "is", "is not"})
_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "&": operator.and_, "^": operator.xor, "|": operator.or_, "**": operator.pow,
    "<<": operator.lshift, ">>": operator.rshift,
}  # fmt: skip


def combined(ev: Evaluator, op: str, left: Part, right: Part, expr: ir.Expr, env: Environment) -> Part:
    """What an operator makes of two values; ``expr`` is where it is written."""
    if op == "|" and (is_type(left) or is_type(right)):
        return _union(ev, left, right, expr, env)
    if op == "|" and isinstance(left, DictPart):
        return _merged(ev, left, right, expr, env)
    if op == "|" and isinstance(right, DictPart) and unknown_of(left) is not None:
        return DictPart([(left, left), *right.entries], env.place(expr.range), expr)
    if op == "+" and (isinstance(left, ItemsPart) or isinstance(right, ItemsPart)):
        return _joined(ev, left, right, expr, env)
    if op in ("in", "not in"):
        return _contained(ev, op, left, right, expr, env)
    if unknown_of(left) is None and unknown_of(right) is None:
        return _calculated(ev, op, left, right, expr, env)
    texts = op == "+" and "text" in (shape_of(left), shape_of(right))
    return ev.unknown(expr, env, shape="text" if texts else "value" if op in _COMPARISONS else "")


def _union(ev: Evaluator, left: Part, right: Part, expr: ir.Expr, env: Environment) -> Part:
    members: list[Schema] = []
    for part in (left, right):
        value = part.value if isinstance(part, Leaf) else None
        if isinstance(value, Unknown):
            return ev.unknown(expr, env, value.reason)
        if not is_type(part):
            return ev.unknown(expr, env)
        members.append(value if isinstance(value, Schema) else Null())
    return ev.leaf(union(tuple(members)), expr, env)


def _merged(ev: Evaluator, left: DictPart, right: Part, expr: ir.Expr, env: Environment) -> Part:
    if isinstance(right, DictPart):
        return DictPart([*left.entries, *right.entries], env.place(expr.range), expr)
    if unknown_of(right) is not None:
        return DictPart([*left.entries, (right, right)], env.place(expr.range), expr)
    return ev.unknown(expr, env)


def _joined(ev: Evaluator, left: Part, right: Part, expr: ir.Expr, env: Environment) -> Part:
    kinds = {part.kind for part in (left, right) if isinstance(part, ItemsPart)}
    sides: list[list[Part]] = []
    for part in (left, right):
        if isinstance(part, ItemsPart):
            sides.append(part.items)
        elif unknown_of(part) is not None:
            sides.append([part])
        else:
            return ev.unknown(expr, env)
    kind: Literal["list", "tuple", "set"] = kinds.pop()
    if kinds or kind == "set":
        return ev.unknown(expr, env)
    return ItemsPart(kind, [*sides[0], *sides[1]], env.place(expr.range), expr)


def _calculated(ev: Evaluator, op: str, left: Part, right: Part, expr: ir.Expr, env: Environment) -> Part:
    shape: Shape = "value" if op in _COMPARISONS else ""
    if op == "%" and isinstance(left, Leaf) and isinstance(left.value, str):
        return _interpolated(ev, left.value, right, expr, env)
    if op in ("is", "is not") and any(isinstance(part, Leaf) and part.value is None for part in (left, right)):
        same = all(isinstance(part, Leaf) and part.value is None for part in (left, right))
        return ev.leaf(same == (op == "is"), expr, env)
    if op == "*":
        repeated = _repeated(left, right, expr, env)
        if repeated is not None:
            return repeated
    function = _OPERATORS.get(op)
    values = [comparable(part) for part in (left, right)]
    leaves = isinstance(left, Leaf) and isinstance(right, Leaf)
    if function is None or any(isinstance(value, Unknown) for value in values):
        return ev.unknown(expr, env, shape=shape)
    if not leaves and op not in ("==", "!="):
        return ev.unknown(expr, env, shape=shape)
    if op == "%" and any(isinstance(value, str | bytes) for value in values):
        return ev.unknown(expr, env)
    limit = {"*": _MAX_TEXT, "**": _MAX_POWER, "<<": _MAX_POWER}.get(op)
    if limit is not None and any(isinstance(value, int) and abs(value) > limit for value in values):
        return ev.unknown(expr, env)
    try:
        value = function(*values)
    except (TypeError, ValueError, ArithmeticError):
        return ev.unknown(expr, env, f"`{env.text(expr)}` fails at run time")
    if isinstance(value, complex) or (isinstance(value, str | bytes) and len(value) > _MAX_TEXT):
        return ev.unknown(expr, env)
    return ev.leaf(value, expr, env)


def _repeated(left: Part, right: Part, expr: ir.Expr, env: Environment) -> Part | None:
    """A list or a tuple times a number."""
    listed, times = (left, right) if isinstance(left, ItemsPart) else (right, left)
    if not isinstance(listed, ItemsPart) or listed.kind == "set" or not isinstance(times, Leaf):
        return None
    if type(times.value) is not int or len(listed.items) * times.value > _MAX_ITEMS:
        return None
    return ItemsPart(listed.kind, listed.items * times.value, env.place(expr.range), expr)


def _interpolated(ev: Evaluator, template: str, right: Part, expr: ir.Expr, env: Environment) -> Part:
    values = comparable(right)
    if any(isinstance(each, EnumMember) for each in _flat(plain(right))):
        return ev.unknown(expr, env, shape="text")
    parts = values if isinstance(values, tuple) else tuple(values.values()) if type(values) is dict else (values,)
    if HUGE.search(template) or not all(type(each) in (str, int, float, bool, type(None)) for each in parts):
        return ev.unknown(expr, env, shape="text")
    if "*" in template:
        return ev.unknown(expr, env, shape="text")
    try:
        return ev.leaf(template % values, expr, env)
    except (TypeError, ValueError):
        return ev.unknown(expr, env, f"`{env.text(expr)}` fails at run time")


def _flat(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else tuple(value.values()) if isinstance(value, dict) else (value,)


def _contained(ev: Evaluator, op: str, left: Part, right: Part, expr: ir.Expr, env: Environment) -> Part:
    listed = members(right)
    if is_text(left) and is_text(right):
        return ev.leaf((str(plain(left)) in str(plain(right))) == (op == "in"), expr, env)
    values = [comparable(item) for item in (*listed, left)] if listed is not None else []
    known = [value for value in values if not isinstance(value, Unknown)]
    if not values or len(known) < len(values) or isinstance(right, Leaf):
        return ev.unknown(expr, env, shape="value")
    return ev.leaf((known[-1] in known[:-1]) == (op == "in"), expr, env)


def comparable(part: Part) -> object:
    """A value that Python compares as this one is compared: a constant or a container of such; else an Unknown."""
    if isinstance(part, Leaf):
        value = part.value
        if isinstance(value, EnumMember) and type(value.value) is str:
            return value.value if value.text else value
        return value if type(value) in _SIMPLE else Unknown("it is compared at run time")
    if isinstance(part, ItemsPart):
        items = [comparable(item) for item in part.items]
    elif isinstance(part, DictPart):
        items = [comparable(each) for entry in part.entries for each in entry]
    else:
        return Unknown("it is compared at run time")
    unknown = next((item for item in items if isinstance(item, Unknown)), None)
    if unknown is not None or (isinstance(part, ItemsPart) and part.kind == "set"):
        return unknown or Unknown("it is compared at run time")
    if isinstance(part, DictPart):
        return dict(zip(items[::2], items[1::2], strict=True))
    return tuple(items) if part.kind == "tuple" else items


def common_shape(left: Part, right: Part) -> Shape:
    """What is sure about one of two parts."""
    shapes = {shape_of(left), shape_of(right)}
    return "" if "" in shapes else "text" if shapes == {"text"} else "value"


def iterated(part: Part) -> list[Part] | None:
    """What iterating over a part gives, in order; None where that is not known, as of a set of several items."""
    listed = members(part)
    ordered = not isinstance(part, ItemsPart) or part.kind != "set" or len(listed or ()) < 2
    return listed if ordered else None


def members(part: Part) -> list[Part] | None:
    """The same where the order does not matter."""
    if isinstance(part, ItemsPart):
        return distinct(part.items) if part.kind == "set" else part.items
    if isinstance(part, DictPart):
        return [key for key, _ in entries_of(part)]
    if isinstance(part, Leaf) and isinstance(part.value, Choice):
        results = part.value.results
        if results and all(isinstance(each, EnumMember) for each in results):
            return [Leaf(each, part.place, part.expr) for each in results]
    if isinstance(part, Leaf) and isinstance(part.value, str):
        return [Leaf(char, part.place, part.expr) for char in part.value]
    return None


def truth_of(part: Part) -> bool | None:
    """Whether a part counts as true; None where that is not known."""
    if isinstance(part, Leaf):
        if isinstance(part.value, EnumMember) and part.value.text:
            return bool(part.value.value)
        if isinstance(part.value, Unknown | OpaqueValue | EnumMember):
            return None
        return bool(part.value) if type(part.value) in (str, int, float, bool, bytes, type(None)) else True
    if isinstance(part, DictPart):
        known = any(unknown_of(key) is None for key, _ in part.entries)
        return True if known else (None if part.entries else False)
    if isinstance(part, ItemsPart):
        known = any(unknown_of(item) is None for item in part.items)
        return True if known else (None if part.items else False)
    return None
