"""Valid JSON values for a schema: what a model that makes no mistake would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from op_runtime.menu.schema import (
    AnyJson,
    Boolean,
    Choice,
    DictOf,
    Field,
    Formatted,
    Integer,
    ListOf,
    Null,
    Number,
    Record,
    Reference,
    Schema,
    SetOf,
    Text,
    TupleOf,
    Union,
    is_listlike,
)
from op_runtime.menu.unknown import Unknown

TEXTS: Final = (
    "tides",
    'she said "now", then left',
    "```sh\npip install op\n```",
    "a </think> and a {brace} and a \\ backslash",
    "“it’s” 中文 🙂",
    '{"call": "other", "args": {}}',
)
"""Texts that are hard to carry in JSON inside prose."""

_FORMATTED: Final = (
    "2024-05-06T07:08:09+00:00",
    "2024-05-06",
    "07:08:09",
    "12345678-1234-4678-9234-567812345678",
    "12.50",
    "notes/a.txt",
    "P1D",
    "127.0.0.1",
)
_DEPTH: Final = 4


class NoSampleError(ValueError):
    """No valid value is known for a type."""


def arguments(fields: Sequence[Field], variant: int) -> dict[str, Any]:
    """Give valid arguments; `variant` chooses among texts, options and members, and leaves optional ones out.

    Raises:
        NoSampleError: a field has a type for which no valid value is known.
    """
    result = {}
    for index, field in enumerate(fields):
        if field.required or variant % 2 == 0:
            result[field.name] = value_of(field, variant + index)
    return result


def value_of(field: Field, variant: int, depth: int = 0) -> Any:
    """Give a valid value for a field."""
    options = field.options
    if isinstance(options, Unknown):
        raise NoSampleError(f"{field.name}: {options.reason}")
    if options:
        chosen = options[variant % len(options)]
        return [chosen] if is_listlike(field.schema) else chosen
    return sample(field.schema, variant, depth)


def sample(schema: Schema, variant: int, depth: int = 0) -> Any:
    """Give a valid value for a schema."""
    deep = depth >= _DEPTH
    match schema:
        case Text():
            return TEXTS[variant % len(TEXTS)]
        case Integer():
            return (7, 0, -3)[variant % 3]
        case Number():
            return (2.5, 0.0, -1.25)[variant % 3]
        case Boolean():
            return variant % 2 == 0
        case Null():
            return None
        case Choice(values):
            return values[variant % len(values)]
        case ListOf(item) | SetOf(item):
            return [] if deep else [sample(item, variant, depth + 1)] if item else ["tides"]
        case TupleOf(items):
            return [sample(item, variant, depth + 1) for item in items] if items else ["tides"]
        case DictOf(value):
            key = sample(schema.key, 0, depth + 1)
            name = key if isinstance(key, str) else str(key)
            return {} if deep else {name: sample(value, variant, depth + 1) if value else "tides"}
        case Record(fields):
            chosen = [field for field in fields if field.required or (variant % 2 == 0 and not deep)]
            return {field.name: value_of(field, variant, depth + 1) for field in chosen}
        case Reference():
            return sample(schema.target(), 1 if deep else variant, depth + 1)
        case Union(members):
            order = members if not deep else tuple(sorted(members, key=lambda member: not isinstance(member, Null)))
            return sample(order[0 if deep else variant % len(members)], variant, depth + 1)
        case Formatted():
            return _formatted(schema)
        case AnyJson():
            return ("tides", 3, {"k": [1]})[variant % 3]
        case _:
            raise NoSampleError(f"no valid value is known for the type {schema.display()}")


def _formatted(schema: Formatted) -> str:
    for text in _FORMATTED:
        try:
            schema.parse(text)
        except Exception:  # a parser refuses in its own way; the next text may do
            continue
        return text
    raise NoSampleError(f"no valid value is known for the type {schema.display()}")


def same(left: object, right: object) -> bool:
    """Whether two read arguments are equal and of the same types, all the way down."""
    if type(left) is not type(right):
        return False
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)
