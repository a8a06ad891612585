"""The types that have a JSON form, by qualified name: one table, read by the live and by the static side.

A constructor takes the schemas of its type arguments. The live side finds it by the qualified name of a type object,
the static side by the qualified name that a name in source resolves to; so a new type is one entry here.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final, TypeAlias

from op_runtime.menu.schema import (
    AnyJson,
    Boolean,
    Choice,
    DictOf,
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
    union,
)
from op_runtime.menu.values import is_json

Arguments: TypeAlias = tuple[Schema, ...]
Constructor: TypeAlias = Callable[[Arguments], Schema]


ELLIPSIS: Final = Opaque("...")
"""``...`` as a type argument; only ``tuple`` reads it."""


def _plain(schema: Schema) -> Constructor:
    return lambda arguments: schema


def _list(arguments: Arguments) -> Schema:
    return ListOf(arguments[0] if arguments else None)


def _set(arguments: Arguments) -> Schema:
    return SetOf(arguments[0] if arguments else None)


def _frozenset(arguments: Arguments) -> Schema:
    return SetOf(arguments[0] if arguments else None, frozen=True)


def _tuple(arguments: Arguments) -> Schema:
    if len(arguments) == 2 and arguments[1] == ELLIPSIS:
        return TupleOf((arguments[0],), variadic=True)
    return TupleOf(arguments or None)


def _dict(arguments: Arguments) -> Schema:
    return DictOf(arguments[1], arguments[0]) if len(arguments) == 2 else DictOf()


def _first(arguments: Arguments) -> Schema:
    return arguments[0] if arguments else AnyJson()


def _optional(arguments: Arguments) -> Schema:
    return union((*arguments, Null()))


def _decimal(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise ValueError(text) from None
    if not number.is_finite():
        raise ValueError(text)
    return number


def _standard(module: str, name: str, method: str = "") -> Callable[[str], object]:
    """A parser that is imported when a value is first read, so that declaring a type costs no import."""

    def parse(text: str) -> object:
        import importlib

        found: Any = getattr(importlib.import_module(module), name)
        result: object = (getattr(found, method) if method else found)(text)
        return result

    return parse


def _formatted(name: str, form: str | None, parse: Callable[[str], object]) -> Constructor:
    return _plain(Formatted(name, form, parse))


CONSTRUCTORS: Final[Mapping[str, Constructor]] = {
    "builtins.str": _plain(Text()),
    "builtins.int": _plain(Integer()),
    "builtins.float": _plain(Number()),
    "builtins.bool": _plain(Boolean()),
    "builtins.object": _plain(AnyJson()),
    "builtins.NoneType": _plain(Null()),
    "types.NoneType": _plain(Null()),
    "builtins.list": _list,
    "builtins.set": _set,
    "builtins.frozenset": _frozenset,
    "builtins.tuple": _tuple,
    "builtins.dict": _dict,
    "typing.Any": _plain(AnyJson()),
    "typing.LiteralString": _plain(Text()),
    "typing.Text": _plain(Text()),
    "typing.List": _list,
    "typing.Set": _set,
    "typing.FrozenSet": _frozenset,
    "typing.Tuple": _tuple,
    "typing.Dict": _dict,
    "typing.Sequence": _list,
    "typing.MutableSequence": _list,
    "Iterable": _list,
    "typing.Collection": _list,
    "typing.AbstractSet": _set,
    "typing.MutableSet": _set,
    "typing.Mapping": _dict,
    "typing.MutableMapping": _dict,
    "typing.Optional": _optional,
    "typing.Union": union,
    "types.UnionType": union,
    "typing.Annotated": _first,
    "typing.Final": _first,
    "typing.Required": _first,
    "typing.NotRequired": _first,
    "typing.ReadOnly": _first,
    "collections.abc.Sequence": _list,
    "collections.abc.MutableSequence": _list,
    "collections.abc.Iterable": _list,
    "collections.abc.Collection": _list,
    "collections.abc.Set": _set,
    "collections.abc.MutableSet": _set,
    "collections.abc.Mapping": _dict,
    "collections.abc.MutableMapping": _dict,
    "datetime.datetime": _formatted("datetime", "date-time", _standard("datetime", "datetime", "fromisoformat")),
    "datetime.date": _formatted("date", "date", _standard("datetime", "date", "fromisoformat")),
    "datetime.time": _formatted("time", "time", _standard("datetime", "time", "fromisoformat")),
    "pathlib.Path": _formatted("Path", None, _standard("pathlib", "Path")),
    "pathlib.PurePath": _formatted("PurePath", None, _standard("pathlib", "PurePath")),
    "uuid.UUID": _formatted("UUID", "uuid", _standard("uuid", "UUID")),
    "decimal.Decimal": _formatted("Decimal", None, _decimal),
}
"""By qualified name. ``typing_extensions`` counts as ``typing``."""

_MODULE_ALIASES: Final = {"typing_extensions": "typing", "_decimal": "decimal", "pathlib._local": "pathlib"}


def construct(qualified: str, arguments: Arguments = ()) -> Schema | None:
    """The schema of the type with this qualified name and these arguments; None where the name is none of ours."""
    module, _, name = qualified.rpartition(".")
    found = CONSTRUCTORS.get(f"{_MODULE_ALIASES.get(module, module)}.{name}")
    return found(arguments) if found else None


def literal(values: Iterable[object]) -> Schema:
    """The schema of ``Literal[values]``: Enum members count by their value; no JSON form, no choice."""
    values = tuple(values)
    plain = tuple(value.value if isinstance(value, enum.Enum) else value for value in values)
    if not plain or not all(_is_scalar(value) for value in plain):
        return Opaque("Literal")
    return Choice(plain, values if any(isinstance(value, enum.Enum) for value in values) else ())


def enumeration(members: Iterable[tuple[str, object, object]]) -> Schema:
    """The schema of an Enum from ``(name, value, member)``; a member whose value is no JSON scalar goes by its name."""
    read = [(value if _is_scalar(value) else name, name, member) for name, value, member in members]
    if len({(type(value), value) for value, _, _ in read}) < len(read):
        read = [(name, name, member) for _, name, member in read]  # one member's name is another one's value
    return Choice(tuple(value for value, _, _ in read), tuple(each for *_, each in read)) if read else Opaque("Enum")


def _is_scalar(value: object) -> bool:
    return not isinstance(value, list | dict) and is_json(value)


def default_type(default: object) -> Schema:
    """The type of an unannotated parameter: that of its default where JSON has it, else ``str``."""
    kinds: dict[type, Schema] = {
        bool: Boolean(),
        int: Integer(),
        float: Number(),
        str: Text(),
        list: ListOf(),
        dict: DictOf(),
    }
    return kinds.get(type(default), Text())
