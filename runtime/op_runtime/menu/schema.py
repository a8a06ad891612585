"""The one algebra of types: what a parameter or a field may hold, as the menu and a tool spec show it.

Every schema is immutable and knows three things about itself: how a person writes it (``display``), an example
value (``placeholder``) and its JSON Schema 2020-12 form (``json_schema``). Reading a value is in ``validate.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from op_runtime.menu.definitions import Definitions
from op_runtime.menu.names import MAX_SCHEMA_DEPTH
from op_runtime.menu.unknown import Unknown
from op_runtime.menu.values import MISSING, Json, is_json, json_text, key_text


@dataclass(frozen=True, slots=True)
class Schema:
    """Any type that a model can be asked for."""

    def display(self) -> str:
        """The type as a person writes it: ``list[str]``, ``int | None``, ``"a" | "b"``."""
        raise TypeError(f"{type(self).__name__} has no display form")

    def placeholder(self) -> Json:
        """An example value, of JSON types."""
        return None

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {}

    def json_schema(self) -> dict[str, Json]:
        """The JSON Schema 2020-12 form, with ``$defs`` where the type refers to itself."""
        definitions = Definitions()
        return definitions.attach(self._json(definitions))


@dataclass(frozen=True, slots=True)
class Text(Schema):
    def display(self) -> str:
        return "str"

    def placeholder(self) -> Json:
        return "<str>"

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Integer(Schema):
    def display(self) -> str:
        return "int"

    def placeholder(self) -> Json:
        return 0

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "integer"}


@dataclass(frozen=True, slots=True)
class Number(Schema):
    def display(self) -> str:
        return "float"

    def placeholder(self) -> Json:
        return 0.0

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "number"}


@dataclass(frozen=True, slots=True)
class Boolean(Schema):
    def display(self) -> str:
        return "bool"

    def placeholder(self) -> Json:
        return False

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Null(Schema):
    def display(self) -> str:
        return "None"

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "null"}


@dataclass(frozen=True, slots=True)
class AnyJson(Schema):
    """Any JSON value (``Any``, ``object``)."""

    def display(self) -> str:
        return "Any"


@dataclass(frozen=True, slots=True)
class Formatted(Schema):
    """Text in a form of its own (``datetime``, ``Path``, ``UUID``): ``parse`` turns it into the declared type.

    ``format`` is the JSON Schema format, or None where there is none. ``parse`` raises ValueError on other text.
    """

    name: str
    format: str | None
    parse: Callable[[str], object] = field(compare=False)

    def display(self) -> str:
        return self.name

    def placeholder(self) -> Json:
        return "<str>"

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {"type": "string", "format": self.format} if self.format else {"type": "string"}


@dataclass(frozen=True, slots=True)
class Choice(Schema):
    """One of some JSON scalars: a ``Literal`` or an ``Enum``.

    ``results`` are what a function receives for each value, in the same order (Enum members); empty where the value
    itself is received.
    """

    values: tuple[Json, ...]
    results: tuple[object, ...] = field(default=(), compare=False)
    _types: tuple[type, ...] = field(init=False, repr=False)
    """Tells ``1``, ``True`` and ``1.0`` apart, which are equal in Python and not in JSON."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_types", tuple(map(type, self.values)))

    def display(self) -> str:
        return " | ".join("None" if value is None else json_text(value) for value in self.values)

    def placeholder(self) -> Json:
        return self.values[0]

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return _enum(self.values)


def _enum(values: tuple[Json, ...]) -> dict[str, Json]:
    kinds = sorted({_SCALAR_NAMES[type(value)] for value in values})
    return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": list(values)}


_SCALAR_NAMES: Final = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


@dataclass(frozen=True, slots=True)
class ListOf(Schema):
    """``list[item]``, or a bare ``list`` where ``item`` is None."""

    item: Schema | None = None

    def display(self) -> str:
        return "list" if self.item is None else f"list[{self.item.display()}]"

    def placeholder(self) -> Json:
        return _list_placeholder(self.item)

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return _array(self.item, definitions)


@dataclass(frozen=True, slots=True)
class SetOf(Schema):
    """``set[item]`` or ``frozenset[item]``; a JSON array without equal items."""

    item: Schema | None = None
    frozen: bool = False

    def display(self) -> str:
        name = "frozenset" if self.frozen else "set"
        return name if self.item is None else f"{name}[{self.item.display()}]"

    def placeholder(self) -> Json:
        return _list_placeholder(self.item)

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {**_array(self.item, definitions), "uniqueItems": True}


@dataclass(frozen=True, slots=True)
class TupleOf(Schema):
    """``tuple[a, b]``; ``tuple[a, ...]`` has one item and ``variadic``; a bare ``tuple`` has ``items`` None."""

    items: tuple[Schema, ...] | None = None
    variadic: bool = False

    def display(self) -> str:
        if self.items is None:
            return "tuple"
        inner = [item.display() for item in self.items] + (["..."] if self.variadic else [])
        return f"tuple[{', '.join(inner) or '()'}]"

    def placeholder(self) -> Json:
        if self.items is None:
            return []
        return _list_placeholder(self.items[0]) if self.variadic else [item.placeholder() for item in self.items]

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        if self.items is None or self.variadic:
            return _array(self.items[0] if self.items else None, definitions)
        size = len(self.items)
        fixed: dict[str, Json] = {"type": "array", "minItems": size, "maxItems": size}
        if self.items:
            fixed["prefixItems"] = [item._json(definitions) for item in self.items]
        return fixed


@dataclass(frozen=True, slots=True)
class DictOf(Schema):
    """``dict[key, value]``, or a bare ``dict`` where ``value`` is None. In JSON a key is always text."""

    value: Schema | None = None
    key: Schema = Text()

    def display(self) -> str:
        return "dict" if self.value is None else f"dict[{self.key.display()}, {self.value.display()}]"

    def placeholder(self) -> Json:
        return {}

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        if self.value is None:
            return {"type": "object"}
        result: dict[str, Json] = {"type": "object", "additionalProperties": self.value._json(definitions)}
        if isinstance(self.key, Choice):
            result["propertyNames"] = {"enum": [key_text(value) for value in self.key.values]}
        return result


@dataclass(frozen=True, slots=True)
class Field:
    """One named part of a record, or one visible parameter.

    ``default`` is MISSING where there is none; a field that is not ``required`` may have none (it is then left out).
    ``options`` are the allowed values, as JSON, already coerced to ``schema``; on a list they are the allowed items.
    """

    name: str
    schema: Schema
    description: str | Unknown | None = None
    options: tuple[Json, ...] | Unknown | None = None
    required: bool = True
    default: object = field(default=MISSING, compare=False)

    @property
    def in_example(self) -> bool:
        """Whether an example call shows it: when required, or when its default can be written as JSON."""
        return self.required or is_json(self.default) or isinstance(self.default, Unknown)

    def example(self) -> Json:
        """The value that an example call shows: the default, else the first allowed value, else the placeholder."""
        if not self.required:
            return self.default
        if isinstance(self.options, Unknown):
            return self.options
        if self.options:
            return _example_items(self.schema, self.options[0]) if is_listlike(self.schema) else self.options[0]
        return self.schema.placeholder()

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        result = with_options(self.schema._json(definitions), self.schema, self.options)
        defaults = not self.required and is_json(self.default)
        if defaults and self.default is None and result and not is_optional(self.schema):
            result = nullable(result)  # a default's own value is always valid
        if self.description:
            result = {**result, "description": str(self.description)}
        return {**result, "default": self.default} if defaults else result


def _example_items(schema: Schema, item: Json) -> list[Json]:
    if isinstance(schema, Union):
        return _example_items(schema.members[0], item)
    return [item] * (len(schema.items or ()) if isinstance(schema, TupleOf) and not schema.variadic else 1)


@dataclass(frozen=True, slots=True)
class Record(Schema):
    """A nested object: a dict template, a TypedDict, a dataclass or a pydantic model.

    ``build`` makes the declared object from the validated fields; None gives a dict.
    """

    fields: tuple[Field, ...]
    name: str = ""
    build: Callable[[Mapping[str, object]], object] | None = field(default=None, compare=False)

    def display(self) -> str:
        return "dict"

    def placeholder(self) -> Json:
        return {item.name: item.example() for item in self.fields if item.in_example}

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return object_schema(self.fields, definitions)


@dataclass(frozen=True, slots=True)
class Reference(Schema):
    """A type inside itself. ``name`` is unique within the schema; ``target`` gives the type, once it is built.

    A record is shown as ``dict``, a recursive alias by its name.
    """

    name: str
    target: Callable[[], Schema] = field(compare=False)
    shown: str = "dict"

    def display(self) -> str:
        return self.shown

    def placeholder(self) -> Json:
        return {} if self.shown == "dict" else None

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {"$ref": f"#/$defs/{definitions.reference(self.name, self.target())}"}


@dataclass(frozen=True, slots=True)
class Union(Schema):
    """One of several types; made by ``union``, which flattens, drops repetitions and puts ``None`` last."""

    members: tuple[Schema, ...]

    def display(self) -> str:
        return " | ".join(member.display() for member in self.members)

    def placeholder(self) -> Json:
        return self.members[0].placeholder()

    def _json(self, definitions: Definitions) -> dict[str, Json]:
        return {"anyOf": [member._json(definitions) for member in self.members]}


@dataclass(frozen=True, slots=True)
class Opaque(Schema):
    """A type without a JSON form; ``name`` is how it is shown. Any JSON value is passed on as it is."""

    name: str

    def display(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class UnknownType(Schema):
    """A type that source alone cannot tell."""

    reason: str

    def placeholder(self) -> Json:
        return Unknown(self.reason)

    def display(self) -> str:
        return str(Unknown(self.reason))


def union(members: tuple[Schema, ...]) -> Schema:
    """The union of ``members``: flat, each once, ``None`` last; a single member is itself, none is ``None``."""
    flat = dict.fromkeys(
        part for member in members for part in (member.members if isinstance(member, Union) else (member,))
    )
    result = [part for part in flat if part != Null()] + [part for part in flat if part == Null()]
    if len(result) == 1:
        return result[0]
    return Union(tuple(result)) if result else Null()


def is_optional(schema: Schema) -> bool:
    """Whether ``None`` is one of the declared types."""
    if isinstance(schema, Union):
        return any(is_optional(member) for member in schema.members)
    return isinstance(schema, Null) or (isinstance(schema, Choice) and None in schema.values)


def is_listlike(schema: Schema) -> bool:
    """Whether allowed values of such a parameter are the allowed ITEMS: a list, set or tuple, optional or not."""
    if isinstance(schema, Union):
        others = [member for member in schema.members if not isinstance(member, Null)]
        return bool(others) and all(is_listlike(member) for member in others)
    return isinstance(schema, ListOf | SetOf | TupleOf)


def object_schema(fields: tuple[Field, ...], definitions: Definitions) -> dict[str, Json]:
    """The JSON Schema of an object with these fields; refuses no extra key, since the reader drops them."""
    result: dict[str, Json] = {
        "type": "object",
        "properties": {item.name: item._json(definitions) for item in fields},
    }
    required = [item.name for item in fields if item.required]
    if required:
        result["required"] = required
    return result


def with_options(base: dict[str, Json], schema: Schema, options: tuple[Json, ...] | Unknown | None) -> dict[str, Json]:
    """``base`` narrowed to the allowed values; on a list they narrow the items."""
    if not options or isinstance(options, Unknown):
        return base
    if isinstance(schema, Union) and any(is_listlike(member) for member in schema.members):
        narrowed = [
            part if isinstance(member, Null) else with_options(part, member, options)
            for part, member in zip(base["anyOf"], schema.members, strict=True)
        ]
        return {**base, "anyOf": narrowed}
    if is_listlike(schema):
        items = _enum(options)
        if "prefixItems" in base:
            return {**base, "prefixItems": [items for _ in base["prefixItems"]]}
        return {**base, "items": items}
    return _enum((*options, None) if is_optional(schema) and None not in options else options)


def nullable(schema: dict[str, Json]) -> dict[str, Json]:
    """``schema``, or null; its description stays outside."""
    outside = {key: schema[key] for key in ("description",) if key in schema}
    inner = {key: value for key, value in schema.items() if key not in outside}
    members = inner.get("anyOf", [inner])
    return {"anyOf": [*members, {"type": "null"}], **outside}


def check_depth(depth: int, where: str) -> None:
    """Refuse a schema that nests too deep.

    Raises:
        ValueError: at more than ``MAX_SCHEMA_DEPTH`` levels; the message names the place.
    """
    if depth > MAX_SCHEMA_DEPTH:
        raise ValueError(f"{where}: the schema nests more than {MAX_SCHEMA_DEPTH} levels deep; flatten it")


def _array(item: Schema | None, definitions: Definitions) -> dict[str, Json]:
    return {"type": "array"} if item is None else {"type": "array", "items": item._json(definitions)}


def _list_placeholder(item: Schema | None) -> Json:
    return [] if item is None or isinstance(item, Reference | AnyJson | Opaque) else [item.placeholder()]
