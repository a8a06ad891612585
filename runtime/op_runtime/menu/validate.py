"""Reading a JSON value as a declared type, and turning allowed values into that type.

Nothing is coerced between numbers, booleans and text: a wrong type is one more question to the model
(decision spec, section 5, rule 5).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from op_runtime.menu.schema import (
    AnyJson,
    Boolean,
    Choice,
    DictOf,
    Field,
    Formatted,
    Integer,
    Json,
    ListOf,
    Null,
    Number,
    Opaque,
    Record,
    Reference,
    Schema,
    SetOf,
    Text,
    TupleOf,
    Union,
    UnknownType,
    is_json,
    is_listlike,
    is_optional,
    json_text,
)
from op_runtime.menu.unknown import Unknown

SHOWN_OPTIONS = 20
"""Allowed values that a message lists before it only counts (case A26)."""


class FieldError(ValueError):
    """A value does not fit its field.

    ``kind`` is ``type_mismatch``, ``enum_violation``, ``missing_required`` or ``bad_args``; ``path`` is where
    (``steps[2].target``), ``problem`` the sentence without the path.
    """

    def __init__(self, kind: str, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.kind = kind
        self.path = path
        self.problem = problem


def kind_of(value: object) -> str:
    """What a JSON value is, in a person's words: ``a string``, ``null``, ``a list``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return json_text(value)
    names = {str: "a string", int: "an integer", float: "a decimal number", list: "a list", dict: "an object"}
    return names.get(type(value), type(value).__name__)


def same_json(left: object, right: object) -> bool:
    """Whether two JSON values are equal as JSON: ``1`` is neither ``true`` nor ``1.0``."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[key], right[key]) for key in left)
    return left == right


def validate_field(field: Field, value: Json, path: str, notes: list[str]) -> object:
    """``value`` as ``field`` declares it, its allowed values and its default considered.

    Repairs are added to ``notes`` as sentences.

    Raises:
        FieldError: the value does not fit.
    """
    if not field.required and is_json(field.default) and same_json(value, field.default):
        try:
            return validate(field.schema, value, path, [])
        except FieldError:
            return value  # a default's own value is always valid
    if field.options is None or isinstance(field.options, Unknown):
        return validate(field.schema, value, path, notes)
    if value is None and is_optional(field.schema):
        return None
    if is_listlike(field.schema):
        if not isinstance(value, list):
            raise _mismatch(field.schema, value, path)
        chosen = [_allowed(field.options, item, f"{path}[{index}]", notes) for index, item in enumerate(value)]
        return validate(field.schema, chosen, path, notes)
    return validate(field.schema, _allowed(field.options, value, path, notes), path, notes)


def validate_fields(
    fields: Sequence[Field], values: Mapping[str, Json], path: str, notes: list[str], *, fill: bool
) -> dict[str, object]:
    """The validated values of ``fields``, in their order; keys that are no field are dropped with a note.

    With ``fill`` a left-out optional field takes its default where it has one; else it stays out.

    Raises:
        FieldError: a required field is missing, or a value does not fit.
    """
    result: dict[str, object] = {}
    for field in fields:
        where = join_path(path, field.name)
        if field.name in values:
            value = values[field.name]
            if value is None and not field.required and not _takes_null(field):
                notes.append(f"{where}: null was read as left out")
            else:
                result[field.name] = validate_field(field, value, where, notes)
                continue
        if field.required:
            raise FieldError("missing_required", where, "is required and missing")
        if fill and is_json(field.default):
            result[field.name] = field.default
    names = {field.name for field in fields}
    extra = [key for key in values if key not in names]
    if extra and path:
        notes.append(f"{path}: dropped {', '.join(extra)}, which it does not have")
    return result


def join_path(path: str, name: str) -> str:
    """``name`` below ``path``: ``steps[2]`` and ``target`` give ``steps[2].target``."""
    return f"{path}.{name}" if path else name


def validate(schema: Schema, value: Json, path: str, notes: list[str]) -> object:
    """``value``, read from JSON, as the declared type: an Enum member, a tuple, a dataclass, a ``Path``.

    Raises:
        FieldError: the value does not fit; the path leads into nested values.
    """
    match schema:
        case Text():
            if not isinstance(value, str):
                raise _mismatch(schema, value, path)
            if value == schema.placeholder():
                raise FieldError(
                    "type_mismatch", path, f"still holds the placeholder {json_text(value)}; give a real value"
                )
            return value
        case Integer():
            if isinstance(value, int) and not isinstance(value, bool):
                return value
        case Number():
            return _number(schema, value, path)
        case Boolean():
            if isinstance(value, bool):
                return value
        case Null():
            if value is None:
                return None
        case AnyJson() | Opaque() | UnknownType():
            _check_finite(value, path)
            return value
        case Formatted():
            return _formatted(schema, value, path)
        case Choice():
            return _choice(schema, value, path, notes)
        case ListOf():
            return _items(schema, schema.item, value, path, notes)
        case SetOf():
            items = _items(schema, schema.item, value, path, notes)
            try:
                return frozenset(items) if schema.frozen else set(items)
            except TypeError:
                raise FieldError("type_mismatch", path, "has items that a set cannot hold") from None
        case TupleOf():
            return _tuple(schema, value, path, notes)
        case DictOf():
            if isinstance(value, dict):
                inner = schema.value or AnyJson()
                return {key: validate(inner, item, f"{path}[{json_text(key)}]", notes) for key, item in value.items()}
        case Record():
            return _record(schema, value, path, notes)
        case Reference():
            return validate(schema.target(), value, path, notes)
        case Union():
            return _union(schema, value, path, notes)
        case _:
            raise TypeError(f"{path}: {type(schema).__name__} is no schema that a value can be read as")
    raise _mismatch(schema, value, path)


def coerce_option(schema: Schema, value: object) -> Json:
    """One declared allowed value as the parameter's type has it in JSON: ``"5"`` on an ``int`` is ``5``.

    Raises:
        ValueError: the value cannot be one of that type.
    """
    target = _item_schema(schema) if is_listlike(schema) else schema
    members = target.members if isinstance(target, Union) else (target,)
    for member in members:
        found, result = _as_declared(member, value)
        if found:
            return result
    for member in members:
        found, result = _converted(member, value)
        if found:
            return result
    raise ValueError(f"{value!r} cannot be a value of type {target.display()}")


def _as_declared(schema: Schema, value: object) -> tuple[bool, Json]:
    if isinstance(schema, Choice):
        for index, declared in enumerate(schema.values):
            if same_json(declared, value) or (schema.results and schema.results[index] is value):
                return True, declared
        return False, None
    exact: dict[type[Schema], tuple[type, ...]] = {
        Text: (str,),
        Integer: (int,),
        Number: (float, int),
        Boolean: (bool,),
        Null: (type(None),),
        Formatted: (str,),
    }
    if isinstance(schema, AnyJson | Opaque | UnknownType):
        return is_json(value), value
    return type(value) in exact.get(type(schema), ()), value


def _converted(schema: Schema, value: object) -> tuple[bool, Json]:
    """The value by its text form, where exactly one reading exists; never a boolean."""
    if isinstance(value, bool) or value is None:
        return False, None
    try:
        if isinstance(schema, Text) and isinstance(value, int | float):
            return True, json_text(value)
        if isinstance(schema, Integer) and isinstance(value, str) and str(int(value)) == value.strip():
            return True, int(value)
        if isinstance(schema, Integer) and isinstance(value, float) and value.is_integer():
            return True, int(value)
        if isinstance(schema, Number) and isinstance(value, str) and math.isfinite(float(value)):
            return True, float(value)
        if isinstance(schema, Formatted) and isinstance(schema.parse(str(value)), type(value)):
            return True, str(value)
    except ValueError:
        return False, None
    if isinstance(schema, Choice):
        same = [declared for declared in schema.values if declared is not None and str(declared) == str(value)]
        if len(same) == 1 and not isinstance(same[0], bool):
            return True, same[0]
    if isinstance(schema, Boolean) and value in ("true", "false"):
        return True, value == "true"
    return False, None


def _item_schema(schema: Schema) -> Schema:
    if isinstance(schema, Union):
        return _item_schema(next(member for member in schema.members if is_listlike(member)))
    if isinstance(schema, ListOf | SetOf):
        return schema.item or AnyJson()
    if isinstance(schema, TupleOf) and schema.items:
        return schema.items[0]
    return AnyJson()


def _takes_null(field: Field) -> bool:
    return is_optional(field.schema) or isinstance(field.schema, AnyJson | Opaque) or field.default is None


def _mismatch(schema: Schema, value: object, path: str) -> FieldError:
    return FieldError("type_mismatch", path, f"must be {schema.display()}, but {kind_of(value)} was given")


def _number(schema: Schema, value: Json, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _mismatch(schema, value, path)
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise FieldError("type_mismatch", path, "must be a finite number")
    return result


def _check_finite(value: Json, path: str) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise FieldError("type_mismatch", path, "must be a finite number")
    if isinstance(value, list):
        for index, item in enumerate(value):
            _check_finite(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_finite(item, join_path(path, key))


def _formatted(schema: Formatted, value: Json, path: str) -> object:
    if not isinstance(value, str):
        raise _mismatch(schema, value, path)
    if value == schema.placeholder():
        raise FieldError("type_mismatch", path, f"still holds the placeholder {json_text(value)}; give a real value")
    try:
        return schema.parse(value)
    except (ValueError, ArithmeticError):
        raise FieldError("type_mismatch", path, f"must be {schema.name} as text, but {_quote(value)} is not") from None


def _quote(value: object) -> str:
    text = json_text(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _allowed(options: Sequence[Json], value: Json, path: str, notes: list[str]) -> Json:
    for option in options:
        if same_json(option, value):
            return option
    if not isinstance(value, bool) and isinstance(value, str | int | float):
        key = _loose(value)
        close = [option for option in options if not isinstance(option, bool) and _loose(option) == key]
        if len(close) == 1:
            notes.append(f"{path}: {_quote(value)} was read as {json_text(close[0])}")
            return close[0]
    shown = ", ".join(json_text(option) for option in options[:SHOWN_OPTIONS])
    more = f" and {len(options) - SHOWN_OPTIONS} more" if len(options) > SHOWN_OPTIONS else ""
    raise FieldError("enum_violation", path, f"must be one of {shown}{more}, but {_quote(value)} was given")


def _loose(value: object) -> str:
    return (value if isinstance(value, str) else json_text(value)).strip().casefold()


def _choice(schema: Choice, value: Json, path: str, notes: list[str]) -> object:
    chosen = _allowed(schema.values, value, path, notes)
    if not schema.results:
        return chosen
    return next(
        result for declared, result in zip(schema.values, schema.results, strict=True) if same_json(declared, chosen)
    )


def _items(schema: Schema, item: Schema | None, value: Json, path: str, notes: list[str]) -> list[object]:
    if not isinstance(value, list):
        raise _mismatch(schema, value, path)
    inner = item or AnyJson()
    return [validate(inner, each, f"{path}[{index}]", notes) for index, each in enumerate(value)]


def _tuple(schema: TupleOf, value: Json, path: str, notes: list[str]) -> tuple[object, ...]:
    if schema.items is None or schema.variadic:
        return tuple(_items(schema, schema.items[0] if schema.items else None, value, path, notes))
    if not isinstance(value, list):
        raise _mismatch(schema, value, path)
    if len(value) != len(schema.items):
        raise FieldError(
            "type_mismatch", path, f"must be {schema.display()}: {len(schema.items)} items, but {len(value)} were given"
        )
    return tuple(
        validate(inner, item, f"{path}[{index}]", notes)
        for index, (inner, item) in enumerate(zip(schema.items, value, strict=True))
    )


def _record(schema: Record, value: Json, path: str, notes: list[str]) -> object:
    if not isinstance(value, dict):
        raise _mismatch(schema, value, path)
    fields = validate_fields(schema.fields, value, path, notes, fill=schema.build is None)
    if schema.build is None:
        return fields
    try:
        return schema.build(fields)
    except ValueError as error:  # a model's own validators speak here
        raise FieldError("type_mismatch", path, f"is no valid {schema.name}: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    details: Any = getattr(error, "errors", None)
    if callable(details):
        first = details()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first["loc"] else str(first["msg"])
    return (str(error).splitlines() or [type(error).__name__])[0]


def _union(schema: Union, value: Json, path: str, notes: list[str]) -> object:
    for member in schema.members:
        found, result = _as_declared(member, value)
        if (
            found
            and not isinstance(member, AnyJson | Opaque | UnknownType | Formatted)
            and not (isinstance(member, Number) and isinstance(value, int))
        ):
            return validate(member, result, path, notes)
    failures: list[FieldError] = []
    best: tuple[int, object, list[str]] | None = None
    for member in schema.members:
        tried: list[str] = []
        try:
            result = validate(member, value, path, tried)
        except FieldError as error:
            failures.append(error)
            continue
        if best is None or len(tried) < best[0]:
            best = (len(tried), result, tried)
    if best is not None:
        notes.extend(best[2])
        return best[1]
    # the member that got furthest says most about what is wrong
    deepest = max(failures, key=lambda error: (error.kind != "type_mismatch", len(error.path)))
    if deepest.path != path or deepest.kind == "enum_violation":
        raise deepest
    raise _mismatch(schema, value, path)
