"""Values as the text that a journal keeps, and as the text that a step is found by again.

JSON with marks: what JSON has no form for is `{"$": kind, "v": ...}` (spec 3 section 2).
"""

from __future__ import annotations

import base64
import dataclasses
import importlib
import json
import math
import re
import sys
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any, Final
from uuid import UUID

MARK: Final = "$"

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class ValueFormError(TypeError):
    """A value has no stored form; `where` says which part of it, in the manner of an expression."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"value{where}: {reason}" if where else reason)


def dump(value: object) -> str:
    """Give `value` as text from which `load` makes an equal value of the same types.

    Raises:
        ValueFormError: a part of it cannot be kept, such as an object of a class that is no dataclass.
    """
    return _text(_packed(value, _Place("", frozenset()), _Kept()))


def load(text: str) -> Any:
    """Give the value that `dump` made the text of; classes are imported by name.

    Raises:
        ValueFormError: a class is not there any more, or is another kind of thing.
    """
    return _unpacked(json.loads(text))


def key_form(value: object) -> str:
    """Give one text for equal values and different ones for different values: `1`, `True`, `1.0` and `"1"` differ.

    Functions and classes are known by their module and name.

    Raises:
        ValueFormError: a part of the value has no form that another process would find again.
    """
    return _text(_packed(value, _Place("", frozenset()), _Keyed()), sort=True)


def _text(form: object, sort: bool = False) -> str:
    text = json.dumps(form, ensure_ascii=False, allow_nan=False, sort_keys=sort, separators=(",", ":"))
    # a lone surrogate cannot be written as UTF-8; as an escape it can, and means the same
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@dataclasses.dataclass(frozen=True, slots=True)
class _Place:
    path: str
    above: frozenset[int]

    def into(self, value: object, step: str) -> _Place:
        return _Place(self.path + step, self.above | {id(value)})


class _Kept:
    """How values are kept: in their own order, classes that can be found again, no functions."""

    def ordered(self, items: list[Any]) -> list[Any]:
        return items

    def number(self, value: float) -> float:
        return value

    def other(self, value: object, place: _Place) -> object:
        raise ValueFormError(place.path, f"{_type_name(value)} cannot be kept in a journal: give plain data instead")


class _Keyed(_Kept):
    """How values are compared: sets and dicts sorted, functions by name."""

    def ordered(self, items: list[Any]) -> list[Any]:
        return sorted(items, key=_text)

    def number(self, value: float) -> float:
        return value + 0.0  # -0.0 equals 0.0

    def other(self, value: object, place: _Place) -> object:
        name = getattr(value, "__qualname__", None)
        if callable(value) and isinstance(name, str):
            return _mark("name", f"{getattr(value, '__module__', '')}:{name}")
        raise ValueFormError(place.path, f"{_type_name(value)} has no form by which a step could be found again")


def _mark(kind: str, value: object, **more: object) -> dict[str, object]:
    return {MARK: kind, "v": value, **more}


def _packed(value: Any, place: _Place, manner: _Kept) -> object:
    kind = type(value)
    if kind is int and value.bit_length() > 10_000:
        return _mark("int", hex(value))  # Python refuses to write, or read, that many decimal digits
    if value is None or kind in (bool, str, int):
        return value
    if kind is float:
        return manner.number(value) if math.isfinite(value) else _mark("float", repr(value))
    if id(value) in place.above:
        raise ValueFormError(place.path, "it holds itself")
    if len(place.above) > 200:
        raise ValueFormError(place.path[:60] + "...", "it is nested more than 200 deep")
    leaf = _LEAVES.get(kind)
    if leaf is not None:
        return _mark(leaf[0], leaf[1](value))
    if kind is list:
        return [_packed(item, place.into(value, f"[{index}]"), manner) for index, item in enumerate(value)]
    if kind is tuple:
        return _mark("tuple", [_packed(item, place.into(value, f"[{i}]"), manner) for i, item in enumerate(value)])
    if kind in (set, frozenset):
        items = [_packed(item, place.into(value, "{...}"), manner) for item in value]
        return _mark(kind.__name__, sorted(items, key=_text))
    if kind is dict:
        return _packed_dict(value, place, manner)
    if isinstance(value, PurePath):
        return _mark("path", str(value), of=_path_kind(value))
    if isinstance(value, Enum):
        return _mark("enum", _enum_member(value), of=_class_name(value, place))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {
            field.name: _packed(getattr(value, field.name), place.into(value, "." + field.name), manner)
            for field in dataclasses.fields(value)
            if hasattr(value, field.name)
        }
        return _mark("dataclass", fields, of=_class_name(value, place))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        items = [_packed(item, place.into(value, f"[{index}]"), manner) for index, item in enumerate(value)]
        return _mark("namedtuple", items, of=_class_name(value, place))
    return manner.other(value, place)


def _packed_dict(value: dict[Any, Any], place: _Place, manner: _Kept) -> object:
    if all(type(key) is str for key in value) and MARK not in value:
        return {key: _packed(item, place.into(value, f"[{key!r}]"), manner) for key, item in value.items()}
    pairs = [
        [_packed(key, place.into(value, "{...}"), manner), _packed(item, place.into(value, f"[{key!r}]"), manner)]
        for key, item in value.items()
    ]
    return _mark("dict", manner.ordered(pairs))


_LEAVES: Final[dict[type, tuple[str, Callable[[Any], object]]]] = {
    bytes: ("bytes", lambda value: base64.b64encode(value).decode("ascii")),
    bytearray: ("bytearray", lambda value: base64.b64encode(value).decode("ascii")),
    datetime: ("datetime", lambda value: [value.replace(tzinfo=None).isoformat(), *_zone(value)]),
    date: ("date", date.isoformat),
    time: ("time", lambda value: [value.replace(tzinfo=None).isoformat(), *_zone(value)]),
    timedelta: ("timedelta", lambda value: [value.days, value.seconds, value.microseconds]),
    Decimal: ("decimal", str),
    UUID: ("uuid", str),
    complex: ("complex", repr),
}


def _zone(value: datetime | time) -> list[object]:
    """The time zone: nothing, a name of the zone database, or an offset in seconds."""
    if value.tzinfo is None:
        return []
    name = getattr(value.tzinfo, "key", None)
    if isinstance(name, str):
        return [name]
    offset = value.utcoffset()
    if offset is None:
        raise ValueFormError("", f"the time zone {type(value.tzinfo).__name__} has no offset that could be kept")
    return [offset.total_seconds()]


def _enum_member(value: Enum) -> object:
    """The name of a member; the number of flags that are no member by themselves."""
    return value.name if value.name in type(value).__members__ else value.value


def _path_kind(value: PurePath) -> str:
    if isinstance(value, Path):
        return "path"
    return "posix" if isinstance(value, PurePosixPath) else "windows"


def _type_name(value: object) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _class_name(value: object, place: _Place) -> str:
    kind = type(value)
    name = f"{kind.__module__}:{kind.__qualname__}"
    try:
        found = _find(name)
    except ValueFormError:
        found = None
    if found is not kind:
        raise ValueFormError(
            place.path, f"the class {_type_name(value)} cannot be found again: define it at the top of a module"
        )
    return name


def _find(name: str) -> Any:
    module_name, _, qualified = name.partition(":")
    try:
        module = sys.modules.get(module_name) or importlib.import_module(module_name)
        found: Any = module
        for part in qualified.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise ValueFormError("", f"{name} is not there any more: {error}") from error
    return found


def _unpacked(form: Any) -> Any:
    if isinstance(form, list):
        return [_unpacked(item) for item in form]
    if not isinstance(form, dict):
        return form
    if MARK not in form:
        return {key: _unpacked(item) for key, item in form.items()}
    return _UNPACK[form[MARK]](form["v"], form.get("of", ""))


def _unpacked_zone(zone: list[Any]) -> Any:
    if not zone:
        return None
    if isinstance(zone[0], str):
        from zoneinfo import ZoneInfo

        return ZoneInfo(zone[0])
    from datetime import timezone

    return timezone(timedelta(seconds=zone[0]))


def _enum(value: str | int, of: str) -> object:
    kind = _find(of)
    if not (isinstance(kind, type) and issubclass(kind, Enum)):
        raise ValueFormError("", f"{of} is no enum any more")
    return kind[value] if isinstance(value, str) else kind(value)


def _dataclass(value: Mapping[str, Any], of: str) -> object:
    kind = _find(of)
    if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
        raise ValueFormError("", f"{of} is no dataclass any more")
    made: Any = object.__new__(kind)
    # not through __init__: it could compute, check or count, and all that has happened before
    for name, item in value.items():
        object.__setattr__(made, name, _unpacked(item))
    return made


def _namedtuple(value: list[Any], of: str) -> object:
    kind = _find(of)
    if not (isinstance(kind, type) and issubclass(kind, tuple)):
        raise ValueFormError("", f"{of} is no named tuple any more")
    return kind(*map(_unpacked, value))


_PATHS: Final[dict[str, type[PurePath]]] = {"path": Path, "posix": PurePosixPath, "windows": PureWindowsPath}

_UNPACK: Final[dict[str, Callable[[Any, str], Any]]] = {
    "int": lambda value, _: int(value, 16),
    "float": lambda value, _: float(value),
    "complex": lambda value, _: complex(value),
    "tuple": lambda value, _: tuple(map(_unpacked, value)),
    "set": lambda value, _: set(map(_unpacked, value)),
    "frozenset": lambda value, _: frozenset(map(_unpacked, value)),
    "dict": lambda value, _: {_unpacked(key): _unpacked(item) for key, item in value},
    "bytes": lambda value, _: base64.b64decode(value),
    "bytearray": lambda value, _: bytearray(base64.b64decode(value)),
    "datetime": lambda value, _: datetime.fromisoformat(value[0]).replace(tzinfo=_unpacked_zone(value[1:])),
    "date": lambda value, _: date.fromisoformat(value),
    "time": lambda value, _: time.fromisoformat(value[0]).replace(tzinfo=_unpacked_zone(value[1:])),
    "timedelta": lambda value, _: timedelta(*value),
    "decimal": lambda value, _: Decimal(value),
    "uuid": lambda value, _: UUID(value),
    "path": lambda value, of: _PATHS[of](value),
    "enum": _enum,
    "dataclass": _dataclass,
    "namedtuple": _namedtuple,
}
