"""What source evaluates to: the value that running it would give, as far as source can tell, and its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from op_runtime.menu import Function, OpaqueValue, Option, Schema, Unknown

from op_lint.facts import Place
from op_lint.read.expr import Expr

if TYPE_CHECKING:
    from op_lint.resolve.environment import Environment
    from op_lint.resolve.lookup import Meaning

Origin: TypeAlias = tuple["Meaning", "Environment"]
"""The name that a container was first given, and where: it may be changed through it."""
Shape: TypeAlias = Literal["", "text", "value"]


@dataclass(frozen=True, slots=True)
class EnumMember:
    """A member of an Enum of the project: ``value`` is what its class body says."""

    enum: str
    name: str
    value: object
    text: Literal["", "value", "name"] = ""
    """Set where a member is a str as well: what ``str()`` gives for it."""

    def __repr__(self) -> str:  # how a message shows it
        return f"<{self.enum}.{self.name}: {self.value!r}>"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value without parts: a constant, a Schema for a type, a Function, an Unknown, an OpaqueValue, an EnumMember.

    ``shape`` says what is sure about an Unknown: ``text`` that it is a str, ``value`` that it is neither a function nor
    a tuple.
    """

    value: object
    place: Place
    expr: Expr | None = None
    shape: Shape = ""


@dataclass(slots=True)
class DictPart:
    """A dict; an entry whose key is an Unknown leaf stands for entries that source cannot tell."""

    entries: list[tuple[Part, Part]]
    place: Place
    expr: Expr | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(slots=True)
class ItemsPart:
    """A list, tuple or set; an Unknown item stands for items that source cannot tell."""

    kind: Literal["list", "tuple", "set"]
    items: list[Part]
    place: Place
    expr: Expr | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)
    made: Literal["", "frozenset", "view", "iterator"] = ""
    """What gives the items, where that is none of these: ``d.items()`` shows its dict, ``zip(...)`` gives them once."""


@dataclass(slots=True)
class OptionPart:
    """``Option.value(...)`` and its kin."""

    kind: Literal["value", "function", "schema"]
    target: Part
    place: Place
    description: Part | None = None
    name: Part | None = None
    expr: Expr | None = None
    error: str = ""
    """Why the call itself fails."""


@dataclass(slots=True)
class InstancePart:
    """An instance of a class of the project, by the class's name; a value and nothing else."""

    text: str
    place: Place
    expr: Expr | None = None


Part: TypeAlias = Leaf | DictPart | ItemsPart | OptionPart | InstancePart


def plain(part: Part) -> object:
    """The value itself, of plain containers, as ``build_menu`` takes it; a part inside itself is the same object."""
    return _plain(part, {})


def _plain(part: Part, seen: dict[int, object]) -> object:
    if isinstance(part, Leaf):
        return part.value
    if isinstance(part, InstancePart):
        return OpaqueValue(part.text)
    if id(part) in seen:
        return seen[id(part)]
    if isinstance(part, DictPart):
        table: dict[object, object] = {}
        inner = bool(seen)
        seen[id(part)] = table
        for key, value in part.entries:
            name = _hashable(_plain(key, seen))
            if inner and isinstance(name, Unknown):
                return name  # what is not known of a schema makes the whole of it unknown
            table[name] = _plain(value, seen)
        return table
    if isinstance(part, OptionPart):
        return _option(part, seen)
    if part.kind == "list":
        items: list[object] = []
        seen[id(part)] = items
        items.extend(_plain(item, seen) for item in part.items)
        return items
    values = [_plain(item, seen) for item in part.items]
    if part.kind == "tuple":
        return tuple(values)
    made = frozenset if part.made == "frozenset" else set
    return made(_hashable(value) for value in values)


def _option(part: OptionPart, seen: dict[int, object]) -> object:
    if part.error:
        return Unknown(part.error)
    name = _plain(part.name, seen) if part.name is not None else None
    description = _plain(part.description, seen) if part.description is not None else None
    if isinstance(name, Unknown):
        return name
    # The option's own constructor takes anything; build_menu is what refuses.
    return Option(part.kind, _plain(part.target, seen), description, name)  # type: ignore[arg-type]


def _hashable(value: object) -> object:
    try:
        hash(value)
    except TypeError:
        return Unknown("this key cannot be hashed: building the dict fails")
    return value


def unknown_of(part: Part) -> Unknown | None:
    """The reason where the whole part is unknown, else None."""
    return part.value if isinstance(part, Leaf) and isinstance(part.value, Unknown) else None


def shape_of(part: Part) -> Shape:
    """What is sure about a part, known or not: see ``Leaf``."""
    if isinstance(part, Leaf):
        if isinstance(part.value, Unknown):
            return part.shape
        if isinstance(part.value, str):
            return "text"
        return "" if isinstance(part.value, Function) else "value"
    if isinstance(part, ItemsPart) and part.kind == "tuple":
        return ""
    return "" if isinstance(part, OptionPart) else "value"


def failure_of(part: Part) -> str | None:
    """Why making an option of a container fails; None where none does."""
    if isinstance(part, OptionPart):
        return part.error or None
    values = [value for _, value in part.entries] if isinstance(part, DictPart) else ()
    items = part.items if isinstance(part, ItemsPart) else values
    return next((each.error for each in items if isinstance(each, OptionPart) and each.error), None)


def is_text(part: Part) -> bool:
    """Whether it is a str."""
    return isinstance(part, Leaf) and isinstance(part.value, str)


def is_type(part: Part) -> bool:
    """Whether it is a type or ``None``, which stands for one in annotations."""
    return isinstance(part, Leaf) and (part.value is None or isinstance(part.value, Schema))


def is_function(part: Part) -> bool:
    """Whether it is a function."""
    return isinstance(part, Leaf) and isinstance(part.value, Function)


def sources(part: Part) -> Iterator[tuple[tuple[int | str, ...], Place]]:
    """Where the parts of an option container are written, by the paths of ``facts.SourceMap``."""
    if isinstance(part, DictPart):
        for index, (key, value) in enumerate(entries_of(part)):
            yield (index,), _joined(key.place, value.place)
            yield (index, "name"), key.place
            yield from _handler(index, value, named=False)
    elif isinstance(part, ItemsPart):
        for index, item in enumerate(part.items):
            yield (index,), item.place
            yield from _handler(index, item, named=True)


def entries_of(part: DictPart) -> list[tuple[Part, Part]]:
    """The entries of a dict: a key written twice keeps its first position and its last value, as in Python."""
    found: dict[object, tuple[Part, Part]] = {}
    for key, value in part.entries:
        known = _hashable(plain(key))
        found[known] = (found[known][0] if known in found else key, value)
    return list(found.values())


def distinct(items: list[Part]) -> list[Part]:
    """The items of a set: what is equal once, in the order in which it was first given."""
    return list({_hashable(plain(item)): item for item in reversed(items)}.values())[::-1]


def _joined(first: Place, second: Place) -> Place:
    if first.path != second.path or second.range < first.range:
        return first
    start, end = first.range, second.range
    return Place(first.path, type(start)(start.start_line, start.start_column, end.end_line, end.end_column))


def _handler(index: int, part: Part, *, named: bool) -> Iterator[tuple[tuple[int | str, ...], Place]]:
    if isinstance(part, OptionPart):
        yield (index, "handler"), part.target.place
        if part.name is not None:
            yield (index, "name"), part.name.place
        if part.description is not None:
            yield (index, "description"), part.description.place
        yield from _schema((index, "schema"), part.target)
    elif isinstance(part, ItemsPart) and part.kind == "tuple" and len(part.items) > 1:
        yield from _tuple(index, part.items, named=named)
    else:
        yield (index, "handler"), part.place
        if named and is_text(part):
            yield (index, "name"), part.place


def _tuple(index: int, items: list[Part], *, named: bool) -> Iterator[tuple[tuple[int | str, ...], Place]]:
    first, second = items[0], items[1]
    schema = items[2] if named and len(items) == 3 else second
    if isinstance(schema, DictPart):
        description = second if schema is not second else first
        yield (index, "description"), description.place
        yield (index, "handler"), schema.place
        yield from _schema((index, "schema"), schema)
    else:
        yield (index, "handler"), first.place
        yield (index, "description"), second.place
    if named and is_text(first):
        yield (index, "name"), first.place


def _schema(path: tuple[int | str, ...], part: Part, depth: int = 0) -> Iterator[tuple[tuple[int | str, ...], Place]]:
    if depth > 64:
        return
    if isinstance(part, DictPart):
        for key, value in part.entries:
            if isinstance(key, Leaf) and isinstance(key.value, str):
                yield (*path, key.value), value.place
                yield from _schema((*path, key.value), value, depth + 1)
    elif isinstance(part, ItemsPart) and part.kind == "list":
        for item in part.items:
            yield from _schema((*path, "[]"), item, depth + 1)
