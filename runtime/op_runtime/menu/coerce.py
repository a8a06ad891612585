"""Declared allowed values as the parameter's type has them; done once, when a menu is built."""

from __future__ import annotations

import enum
import json
import math

from op_runtime.menu.schema import (
    AnyJson,
    Boolean,
    Choice,
    Formatted,
    Integer,
    ListOf,
    Null,
    Number,
    Opaque,
    Schema,
    SetOf,
    Text,
    TupleOf,
    Union,
    UnknownType,
    is_listlike,
)
from op_runtime.menu.values import Json, is_json, json_text

_EXACT: dict[type[Schema], tuple[type, ...]] = {
    Text: (str,),
    Integer: (int,),
    Number: (float,),
    Boolean: (bool,),
    Null: (type(None),),
}


def coerce_option(schema: Schema, option: object) -> Json:
    """One declared allowed value as the type has it in JSON: ``"5"`` on an ``int`` is ``5``; on a list, one item.

    Nothing is ever turned into a boolean or from one.

    Raises:
        ValueError: the value cannot be one of that type; the message is a clause that opens with the value.
    """
    value = option.value if isinstance(option, enum.Enum) and is_json(option.value) else option
    members = _members(schema)
    for convert in (_as_declared, _converted):
        for member in members:
            found, result = convert(member, value)
            if found:
                return result
    if isinstance(option, enum.Enum):
        return coerce_option(schema, option.name)  # as a choice shows a member whose value is no JSON
    raise ValueError(f"{value!r} cannot be a value of type {' | '.join(each.display() for each in members)}")


def same_json(left: object, right: object) -> bool:
    """Whether two JSON values are equal as JSON: ``1`` is neither ``true`` nor ``1.0``."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[key], right[key]) for key in left)
    return left == right


def _members(schema: Schema) -> tuple[Schema, ...]:
    """The types that one allowed value may have; those of the items where the schema is a list."""
    if isinstance(schema, Union):
        members = [member for member in schema.members if not (is_listlike(schema) and isinstance(member, Null))]
        return tuple(part for member in members for part in _members(member))
    if isinstance(schema, ListOf | SetOf):
        return _members(schema.item) if schema.item else (AnyJson(),)
    if isinstance(schema, TupleOf):
        return tuple(dict.fromkeys(part for item in schema.items or (AnyJson(),) for part in _members(item)))
    return (schema,)


def _as_declared(schema: Schema, value: object) -> tuple[bool, Json]:
    """Whether the value is one of the type as it stands."""
    if isinstance(schema, Choice):
        return next(((True, declared) for declared in schema.values if same_json(declared, value)), (False, None))
    if isinstance(schema, AnyJson | Opaque | UnknownType):
        return is_json(value), value
    return type(value) in _EXACT.get(type(schema), ()), value


def _converted(schema: Schema, value: object) -> tuple[bool, Json]:
    """The value by its text form, where exactly one reading exists."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return False, None
    try:
        if isinstance(schema, Text):
            return True, json_text(value)
        if isinstance(schema, Integer):
            number = json.loads(value) if isinstance(value, str) else value
            whole = type(number) is int or (type(value) is float and value.is_integer())
            return whole, int(number)
        if isinstance(schema, Number):
            number = json.loads(value) if isinstance(value, str) else value
            return type(number) in (int, float) and math.isfinite(float(number)), float(number)
        if isinstance(schema, Formatted):
            schema.parse(str(value))
            return isinstance(value, str), value
    except (ValueError, TypeError, ArithmeticError):
        return False, None
    if isinstance(schema, Choice):
        same = [each for each in schema.values if isinstance(each, str | int | float) and str(each) == str(value)]
        if len(same) == 1 and not isinstance(same[0], bool):
            return True, same[0]
    return False, None
