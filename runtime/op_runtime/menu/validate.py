"""Reading a JSON value as a declared type.

Nothing is coerced between numbers, booleans and text: a wrong type is one more question to the model
(decision spec, section 5, rule 5).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from op_runtime.menu.coerce import coerce_option, same_json
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
    Opaque,
    Record,
    Reference,
    Schema,
    SetOf,
    Text,
    TupleOf,
    Union,
    UnknownType,
    is_listlike,
    is_optional,
)
from op_runtime.menu.text import MAX_UNKNOWN, resembles
from op_runtime.menu.unknown import Unknown
from op_runtime.menu.values import Json, is_json, json_text

T = TypeVar("T")

TEXT_PLACEHOLDER = Text().placeholder()

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


class _Reading:
    """One reading of a value: what was repaired, and how often a type took a value that is not exactly its own."""

    def __init__(self, notes: list[str]) -> None:
        self.notes = notes
        self.inexact = 0
        self.known: dict[tuple[int, str], object | FieldError] = {}
        """What each union gave at each place, so that unions inside each other cost no more than their sum."""
        self.compared: dict[tuple[str, str], bool] = {}
        """Of each unknown name and each field that was left out beside it, whether the one may be the other."""

    def field(self, field: Field, value: Json, path: str) -> object:
        if not field.required and is_json(field.default) and same_json(value, field.default):
            try:
                return _Reading([]).value(field.schema, value, path)
            except FieldError:
                return value  # a default's own value is always valid
        options = field.options
        if options is None or isinstance(options, Unknown) or (value is None and is_optional(field.schema)):
            return self.value(field.schema, value, path)
        if _takes_list(field.schema, value):
            if not isinstance(value, list):
                raise _mismatch(field.schema, value, path)
            value = [self.allowed(options, item, f"{path}[{index}]") for index, item in enumerate(value)]
        else:
            value = self.allowed(options, value, path)
        return self.value(field.schema, value, path)

    def fields(
        self, fields: Sequence[Field], values: Mapping[str, Json], path: str, *, fill: bool
    ) -> dict[str, object]:
        names = {field.name for field in fields}
        extra = [key for key in values if key not in names]
        if extra and path:
            self.check_slips(fields, values, extra, path)
        result: dict[str, object] = {}
        for field in fields:
            where = join_path(path, field.name)
            if field.name in values:
                value = values[field.name]
                if value is not None or field.required or _takes_null(field):
                    result[field.name] = self.field(field, value, where)
                    continue
                self.notes.append(f"{where}: null was read as left out")
            if field.required:
                raise FieldError("missing_required", where, "is required and missing")
            if fill and is_json(field.default):
                result[field.name] = copy.deepcopy(field.default)
        self.inexact += len(extra)
        if extra and path:
            self.notes.append(f"{path}: dropped {', '.join(extra)}, which it does not have")
        return result

    def check_slips(self, fields: Sequence[Field], values: Mapping[str, Json], extra: Sequence[str], path: str) -> None:
        """Refuse an unknown name in a nested object that is nearly one of a field that was left out."""
        left_out = [field for field in fields if field.name not in values]
        for key in extra:
            for field in left_out:
                pair = key, field.name
                if pair not in self.compared:
                    if len({name for name, _ in self.compared} | {key}) > MAX_UNKNOWN:
                        raise FieldError("bad_args", path, "holds too many fields that it does not have")
                    self.compared[pair] = resembles(key, field.name)
                if self.compared[pair]:
                    what = "is missing" if field.required else "is left out"
                    raise FieldError(
                        "bad_args", join_path(path, field.name), f"{what}; you gave {_quote(key)}, which is no field"
                    )

    def value(self, schema: Schema, value: Json, path: str) -> object:
        match schema:
            case Text():
                if isinstance(value, str):
                    _check_placeholder(value, path)
                    return value
            case Integer():
                if isinstance(value, int) and not isinstance(value, bool):
                    return value
            case Number():
                return self.number(schema, value, path)
            case Boolean():
                if isinstance(value, bool):
                    return value
            case Null():
                if value is None:
                    return None
            case AnyJson() | Opaque() | UnknownType():
                _check_free(value, path)
                self.inexact += 1
                return value
            case Formatted():
                return self.formatted(schema, value, path)
            case Choice():
                return self.choice(schema, value, path)
            case ListOf():
                return self.items(schema, schema.item, value, path)
            case SetOf():
                items = self.items(schema, schema.item, value, path)
                try:
                    return frozenset(items) if schema.frozen else set(items)
                except TypeError:
                    raise FieldError("type_mismatch", path, "has items that a set cannot hold") from None
            case TupleOf():
                return self.tuple(schema, value, path)
            case DictOf():
                if isinstance(value, dict):
                    inner = schema.value or AnyJson()
                    return {
                        self.key(schema.key, key, path): self.value(inner, item, f"{path}[{json_text(key)}]")
                        for key, item in value.items()
                    }
            case Record():
                return self.record(schema, value, path)
            case Reference():
                return self.value(schema.target(), value, path)
            case Union():
                return self.union(schema, value, path)
            case _:
                raise TypeError(f"{path}: {type(schema).__name__} is no schema that a value can be read as")
        raise _mismatch(schema, value, path)

    def number(self, schema: Schema, value: Json, path: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _mismatch(schema, value, path)
        self.inexact += isinstance(value, int)
        try:
            result = float(value)
        except OverflowError:
            result = math.inf
        if not math.isfinite(result):
            raise FieldError("type_mismatch", path, "must be a finite number")
        return result

    def formatted(self, schema: Formatted, value: Json, path: str) -> object:
        if not isinstance(value, str):
            raise _mismatch(schema, value, path)
        _check_placeholder(value, path)
        self.inexact += 1  # in JSON it is text
        try:
            return schema.parse(value)
        except (ValueError, ArithmeticError):
            raise FieldError(
                "type_mismatch", path, f"must be {schema.name} as text, but {_quote(value)} is not"
            ) from None

    def allowed(self, options: Sequence[Json], value: Json, path: str) -> Json:
        """The one of ``options`` that ``value`` means: the exact one, else the only one of the same text form."""
        for option in options:
            if same_json(option, value) or (type(option) is float and type(value) is int and option == value):
                return option
        close = [option for option in options if _same_text(option, value)]
        if len(close) == 1:
            self.notes.append(f"{path}: {_quote(value)} was read as {json_text(close[0])}")
            return close[0]
        shown = ", ".join(json_text(option) for option in options[:SHOWN_OPTIONS])
        more = f" and {len(options) - SHOWN_OPTIONS} more" if len(options) > SHOWN_OPTIONS else ""
        raise FieldError("enum_violation", path, f"must be one of {shown}{more}, but {_quote(value)} was given")

    def choice(self, schema: Choice, value: Json, path: str) -> object:
        chosen = self.allowed(schema.values, value, path)
        if not schema.results:
            return chosen
        return next(
            result
            for declared, result in zip(schema.values, schema.results, strict=True)
            if same_json(declared, chosen)
        )

    def items(self, schema: Schema, item: Schema | None, value: Json, path: str) -> list[object]:
        if not isinstance(value, list):
            raise _mismatch(schema, value, path)
        inner = item or AnyJson()
        return [self.value(inner, each, f"{path}[{index}]") for index, each in enumerate(value)]

    def tuple(self, schema: TupleOf, value: Json, path: str) -> tuple[object, ...]:
        if schema.items is None or schema.variadic:
            return tuple(self.items(schema, schema.items[0] if schema.items else None, value, path))
        if not isinstance(value, list):
            raise _mismatch(schema, value, path)
        if len(value) != len(schema.items):
            problem = f"must be {schema.display()}: {len(schema.items)} items, but {len(value)} were given"
            raise FieldError("type_mismatch", path, problem)
        return tuple(
            self.value(inner, item, f"{path}[{index}]")
            for index, (inner, item) in enumerate(zip(schema.items, value, strict=True))
        )

    def key(self, schema: Schema, key: str, path: str) -> object:
        if isinstance(schema, Text):
            return key
        try:
            return self.value(schema, coerce_option(schema, key), path)
        except ValueError:
            problem = f"has the key {_quote(key)}, which cannot be {schema.display()}"
            raise FieldError("type_mismatch", path, problem) from None

    def record(self, schema: Record, value: Json, path: str) -> object:
        if not isinstance(value, dict):
            raise _mismatch(schema, value, path)
        fields = self.fields(schema.fields, value, path, fill=schema.build is None)
        if schema.build is None:
            return fields
        try:
            return schema.build(fields)
        except ValueError as error:  # a model's own validators speak here
            raise FieldError("type_mismatch", path, f"is no valid {schema.name}: {_first_line(error)}") from error

    def union(self, schema: Union, value: Json, path: str) -> object:
        """What the member gives that takes the value with the fewest repairs and conversions, in any order."""
        key = id(schema), path
        if key not in self.known:
            self.known[key] = self.best(schema, value, path)
        found = self.known[key]
        if isinstance(found, FieldError):
            raise found
        return found

    def best(self, schema: Union, value: Json, path: str) -> object | FieldError:
        if any(isinstance(member, Text | Formatted) for member in schema.members):
            _check_placeholder(value, path)
        failures: list[FieldError] = []
        best: tuple[tuple[int, int], object, list[str]] | None = None
        notes, inexact = self.notes, self.inexact
        # a choice says more than the type of its values
        for member in sorted(schema.members, key=lambda member: not isinstance(member, Choice)):
            self.notes, self.inexact = [], 0
            try:
                result = self.value(member, value, path)
            except FieldError as error:
                failures.append(error)
            else:
                cost = len(self.notes), self.inexact
                if best is None or cost < best[0]:
                    best = cost, result, self.notes
            if best is not None and best[0] == (0, 0):
                break
        self.notes, self.inexact = notes, inexact
        untouched = next((error for error in failures if isinstance(error, _UntouchedError)), None)
        if untouched is not None and (best is None or best[0] != (0, 0)):
            return untouched  # a member that would only drop it does not make it a real value
        if best is None:
            return _worst(schema, value, path, failures)
        self.notes.extend(best[2])
        self.inexact += best[0][1]
        return best[1]


class _UntouchedError(FieldError):
    """A placeholder that was handed back."""


def _worst(schema: Union, value: Json, path: str, failures: list[FieldError]) -> FieldError:
    """The failure that says most: that of the member which got furthest.

    Inside a record, a field that says which kind of record it is and says another one says least.
    """
    inside = ("enum_violation", "type_mismatch", "missing_required", "bad_args")
    deepest = max(failures, key=lambda error: (_depth(error.path), inside.index(error.kind)))
    if deepest.path != path:
        return deepest
    deepest = next((error for error in failures if error.kind == "enum_violation"), deepest)
    if deepest.kind != "enum_violation":
        return _mismatch(schema, value, path)
    if sum(not isinstance(member, Null) for member in schema.members) == 1:
        return deepest
    return FieldError("enum_violation", path, f"must be {schema.display()}, but {_quote(value)} was given")


def _depth(path: str) -> int:
    return path.count(".") + path.count("[")


def _read(path: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except RecursionError:
        raise FieldError("type_mismatch", path, "nests too deep; make it flatter") from None


def validate(schema: Schema, value: Json, path: str, notes: list[str]) -> object:
    """``value``, read from JSON, as the declared type: an Enum member, a tuple, a dataclass, a ``Path``.

    Repairs are added to ``notes`` as sentences.

    Raises:
        FieldError: the value does not fit; the path leads into nested values.
    """
    return _read(path, lambda: _Reading(notes).value(schema, value, path))


def validate_field(field: Field, value: Json, path: str, notes: list[str]) -> object:
    """``value`` as ``field`` declares it, its allowed values and its default considered.

    Raises:
        FieldError: the value does not fit.
    """
    return _read(path, lambda: _Reading(notes).field(field, value, path))


def validate_fields(
    fields: Sequence[Field], values: Mapping[str, Json], path: str, notes: list[str], *, fill: bool
) -> dict[str, object]:
    """The validated values of ``fields``, in their order; keys that are no field are dropped with a note.

    With ``fill`` a left-out optional field takes its default where it has one; else it stays out.

    Raises:
        FieldError: a required field is missing, or a value does not fit.
    """
    return _read(path, lambda: _Reading(notes).fields(fields, values, path, fill=fill))


def join_path(path: str, name: str) -> str:
    """``name`` below ``path``: ``steps[2]`` and ``target`` give ``steps[2].target``."""
    return f"{path}.{name}" if path else name


def _takes_null(field: Field) -> bool:
    return is_optional(field.schema) or isinstance(field.schema, AnyJson | Opaque) or field.default is None


def _takes_list(schema: Schema, value: Json) -> bool:
    """Whether allowed values are those of the items of ``value``."""
    if isinstance(schema, Union) and isinstance(value, list):
        return any(is_listlike(member) for member in schema.members)
    return is_listlike(schema)


def _mismatch(schema: Schema, value: object, path: str) -> FieldError:
    return FieldError("type_mismatch", path, f"must be {schema.display()}, but {kind_of(value)} was given")


def _check_placeholder(value: Json, path: str) -> None:
    if value == TEXT_PLACEHOLDER:
        what = f"still holds the placeholder {json_text(value)}; give a real value"
        raise _UntouchedError("type_mismatch", path, what)


def _check_free(value: Json, path: str) -> None:
    """Refuse what no value may hold, whatever its type: a number out of range, a placeholder."""
    _check_placeholder(value, path)
    if isinstance(value, float) and not math.isfinite(value):
        raise FieldError("type_mismatch", path, "must be a finite number")
    if isinstance(value, list):
        for index, item in enumerate(value):
            _check_free(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_free(item, join_path(path, key))


def _quote(value: object) -> str:
    try:
        text = json_text(value)
    except ValueError:
        text = "a number out of range"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _same_text(option: Json, value: Json) -> bool:
    """Whether both read alike after trimming and case folding; two numbers never, nor a boolean or None."""
    if not (isinstance(option, str) or isinstance(value, str)):
        return False
    return bool(_texts(option) & _texts(value))


def _texts(value: Json) -> set[str]:
    if isinstance(value, str):
        return {value.strip().casefold()}
    if isinstance(value, bool) or not isinstance(value, int | float) or not is_json(value):
        return set()
    return {json_text(value), json_text(int(value))} if value == int(value) else {json_text(value)}


def _first_line(error: Exception) -> str:
    details: Any = getattr(error, "errors", None)
    if callable(details):
        first = details()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first["loc"] else str(first["msg"])
    return (str(error).splitlines() or [type(error).__name__])[0]
