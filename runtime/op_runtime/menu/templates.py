"""The schema dialect of decision options: ``{field: type}``, nested (decision spec, section 3)."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from op_runtime.menu.annotations import from_annotation
from op_runtime.menu.coerce import coerce_option
from op_runtime.menu.names import FOREIGN_META_KEYS, META_KEYS, RESULT_KEY
from op_runtime.menu.schema import (
    AnyJson,
    Boolean,
    Choice,
    DictOf,
    Field,
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
    UnknownType,
    check_depth,
    is_listlike,
    is_optional,
    union,
)
from op_runtime.menu.text import check_name, shown
from op_runtime.menu.unknown import Unknown
from op_runtime.menu.validate import validate
from op_runtime.menu.values import Json, is_json

_NESTED_FORM = '{"type": dict, "fields": {...}}'


class _Reader:
    """One reading of a template: which dicts are being read, so that a dict inside itself ends."""

    def __init__(self) -> None:
        self.open: dict[int, str] = {}
        self.done: dict[int, Schema] = {}

    def field(self, name: str, template: object, where: str, depth: int) -> Field:
        """A field from its template; an Optional type makes it optional, with ``null`` as its default."""
        check_depth(depth, where)
        schema, description, options = self.read(template, where, depth)
        required = not is_optional(schema)
        if required:
            return Field(name, schema, description, options)
        return Field(name, schema, description, options, required=False, default=None)

    def read(
        self, template: object, where: str, depth: int
    ) -> tuple[Schema, str | Unknown | None, tuple[Json, ...] | Unknown | None]:
        """The type, the description and the allowed values that a template states."""
        if isinstance(template, Unknown):
            return from_unknown(template), None, None
        if isinstance(template, str):
            return Text(), template, None
        if isinstance(template, list):
            return self.list_of(template, where, depth)
        if isinstance(template, Mapping):
            return self.mapping(template, where, depth)
        if is_type(template):
            return from_annotation(template), None, None
        raise TypeError(
            f"{where}: {shown(template)} is no schema; write a type, a text that describes a str, "
            "a list of one template, or a dict of fields"
        )

    def list_of(
        self, template: Sequence[object], where: str, depth: int
    ) -> tuple[Schema, str | Unknown | None, tuple[Json, ...] | Unknown | None]:
        if len(template) != 1:
            raise TypeError(
                f"{where}: a list schema holds exactly one template for its items, this one holds {len(template)}; "
                "write [str], or [{...}] for objects"
            )
        check_depth(depth, where)
        schema, description, options = self.read(template[0], f"{where}[]", depth + 1)
        if isinstance(options, tuple) and is_listlike(schema):
            return ListOf(_narrow(schema, options)), description, None
        return ListOf(schema), description, options

    def mapping(
        self, template: Mapping[object, object], where: str, depth: int
    ) -> tuple[Schema, str | Unknown | None, tuple[Json, ...] | Unknown | None]:
        if not template:
            return DictOf(), None, None
        keys = list(template)
        for key in keys:
            if not isinstance(key, str):
                raise TypeError(f"{where}: the field name {shown(key)} is not text; write it as a str")
        extra = [key for key in keys if key not in META_KEYS]
        if not extra:
            return self.meta(template, where, depth)
        if "type" in template and all(key in FOREIGN_META_KEYS for key in extra):
            raise TypeError(
                f"{where}: {', '.join(map(str, extra))} belongs to another schema dialect; allowed values are "
                f'"options", a type like int | None makes a field optional; '
                f"for an object with these FIELDS write {_NESTED_FORM}"
            )
        return self.record(template, where, depth), None, None

    def record(self, template: Mapping[Any, object], where: str, depth: int) -> Schema:
        key = id(template)
        if key in self.done:
            return self.done[key]
        if key in self.open:
            return Reference(self.open[key], lambda: self.done[key])
        name = where.replace("[]", "").rpartition(".")[2] or "node"
        taken = set(self.open.values())
        while name in taken:
            name += "_"
        self.open[key] = name
        try:
            fields = []
            for written, sub in template.items():
                field_name = check_name(written, where, "field")
                fields.append(self.field(field_name, sub, f"{where}.{field_name}", depth + 1))
            self.done[key] = Record(tuple(fields), name)
        finally:
            del self.open[key]
        return self.done[key]

    def meta(
        self, spec: Mapping[Any, object], where: str, depth: int
    ) -> tuple[Schema, str | Unknown | None, tuple[Json, ...] | Unknown | None]:
        problem = meta_problem(spec)
        if problem:
            raise TypeError(f"{where}: {problem}")
        description = spec.get("description")
        if not isinstance(description, str | Unknown):
            description = None
        options = spec.get("options")
        schema = self.meta_type(spec, where, depth)
        inner: tuple[Json, ...] | Unknown | None = None
        if "items" in spec:
            item, item_description, inner = self.read(spec["items"], f"{where}[]", depth + 1)
            if isinstance(inner, tuple) and is_listlike(item):
                item, inner = _narrow(item, inner), None
            schema = union((ListOf(item), Null())) if is_optional(schema) else ListOf(item)
            description = description if description is not None else item_description
        if options is None:
            return schema, description, inner
        if isinstance(options, Unknown) or not isinstance(options, Sequence):
            return schema, description, options if isinstance(options, Unknown) else None
        return schema, description, coerce_options(schema, options, where)

    def meta_type(self, spec: Mapping[Any, object], where: str, depth: int) -> Schema:
        if "fields" in spec:
            fields = spec["fields"]
            if isinstance(fields, Unknown):
                return from_unknown(fields)
            assert isinstance(fields, Mapping)
            nested = self.record(fields, where, depth) if fields else DictOf()
            return union((nested, Null())) if is_optional(_declared(spec)) else nested
        if "type" in spec:
            return _declared(spec)
        options = spec.get("options")
        return type_of_options(options) if isinstance(options, list) else Text()


def _declared(spec: Mapping[Any, object]) -> Schema:
    """The type that a meta-spec states; ``Any`` where it states none."""
    declared = spec.get("type", Any)
    return from_unknown(declared) if isinstance(declared, Unknown) else from_annotation(declared)


def _is_bare(declared: Schema, bare: Schema) -> bool:
    """Whether a type is ``dict`` or ``list`` without a statement about its items, optional or not."""
    return declared in (bare, union((bare, Null())), AnyJson()) or isinstance(declared, UnknownType)


def meta_problem(spec: Mapping[Any, object]) -> str | None:
    """What is wrong with a dict of meta keys only, as a clause that shows the right form; None where it is valid."""
    declared = spec.get("type")
    trap = (
        f"its keys are all schema keys, so it describes one field; for an object with these FIELDS write {_NESTED_FORM}"
    )
    if "description" in spec and not isinstance(spec["description"], str | Unknown):
        return f'"description" must be text, not {shown(spec["description"])}: {trap}'
    if isinstance(declared, str):
        return f'"type" must be a type such as str or list[int], not the text {shown(declared)}: {trap}'
    if "type" in spec and not is_type(declared) and not isinstance(declared, Unknown):
        return f'"type" must be a type such as str or list[int], not {shown(declared)}: {trap}'
    if "fields" in spec and "items" in spec:
        return '"fields" makes it an object and "items" a list; keep one of them'
    if "fields" in spec and not isinstance(spec["fields"], Mapping | Unknown):
        return f'"fields" must be a dict of templates, not {shown(spec["fields"])}: {trap}'
    if "fields" in spec and not _is_bare(_declared(spec), DictOf()):
        return f'"fields" needs "type": dict, not {shown(declared)}'
    if "items" in spec and not _is_bare(_declared(spec), ListOf()):
        return f'"items" needs "type": list, not {shown(declared)}'
    if isinstance(spec.get("items"), list) and "type" not in spec:
        return f'"items" alone with a list may be a list of lists (then add "type": list) or a field: {trap}'
    if "options" in spec:
        if "fields" in spec:
            return (
                '"options" lists the allowed values of a scalar or of a list\'s items; it says nothing about an object'
            )
        return options_problem(spec["options"])
    return None


def options_problem(options: object) -> str | None:
    """What is wrong with a list of allowed values, as a clause; None for a non-empty list of distinct scalars."""
    if isinstance(options, Unknown):
        return None
    if not isinstance(options, list):
        return f'"options" must be a list of allowed values, not {shown(options)}'
    if not options:
        return '"options" is empty, so no value would be allowed; list the values or leave it out'
    seen: set[tuple[type, object]] = set()
    for option in options:
        if isinstance(option, Unknown):
            continue
        if not _is_scalar(option):
            return f'"options" may hold text, finite numbers, booleans and None, not {shown(option)}'
        if (type(option), option) in seen:
            return f'"options" lists {shown(option)} twice'
        seen.add((type(option), option))
    return None


def _is_scalar(option: object) -> bool:
    return isinstance(option, enum.Enum) or (not isinstance(option, list | dict) and is_json(option))


def coerce_options(schema: Schema, options: Sequence[object], where: str) -> tuple[Json, ...] | Unknown:
    """The allowed values as the type has them.

    Raises:
        TypeError: one of them cannot be a value of the type, or two are the same value of it.
    """
    unknown = next((option for option in options if isinstance(option, Unknown)), None)
    if unknown is not None:
        return unknown
    result: dict[tuple[type, Json], Json] = {}
    for option in options:
        try:
            value = coerce_option(schema, option)
        except ValueError as error:
            raise TypeError(f"{where}: the allowed value {error}") from None
        if (type(value), value) in result:
            raise TypeError(f'{where}: "options" lists {shown(value)} twice, once as {shown(option)}')
        result[type(value), value] = value
    return tuple(result.values())


def type_of_options(options: Sequence[object]) -> Schema:
    """The type of a field that only lists its allowed values: theirs where they share one, else ``Any`` or ``str``."""
    kinds = {type(option) for option in options}
    if kinds == {bool}:
        return Boolean()
    if kinds == {int}:
        return Integer()
    if kinds and kinds <= {int, float}:
        return Number()
    return Text() if kinds <= {str} else AnyJson()


def is_type(value: object) -> bool:
    """Whether ``value`` can stand where a template wants a type."""
    if isinstance(value, Schema | type | types.GenericAlias | types.UnionType | typing.TypeVar | typing.NewType):
        return True
    if value is None or value is typing.Any:
        return True
    return typing.get_origin(value) is not None or type(value).__module__ in (
        "typing",
        "typing_extensions",
        "annotationlib",
    )


def from_unknown(unknown: Unknown) -> Schema:
    """The schema of a type that source cannot tell."""
    return UnknownType(unknown.reason)


def from_template(template: object, where: str = "schema") -> Schema:
    """The schema that a template states; ``where`` names it in error messages.

    Raises:
        TypeError: a malformed template; the message shows the right form.
        ValueError: it nests too deep.
    """
    return _Reader().read(template, where, 0)[0]


def fields_from_template(template: object, where: str) -> tuple[Field, ...]:
    """The fields of a schema option.

    Raises:
        TypeError: ``template`` is no dict of named templates.
        ValueError: a field is named ``decision``, or the schema nests too deep.
    """
    if not isinstance(template, Mapping):
        raise TypeError(f'{where}: a schema is a dict of fields such as {{"reason": str}}, not {shown(template)}')
    reader = _Reader()
    name = where.rpartition(" ")[2].strip("'\"") or "node"
    reader.open[id(template)] = name
    fields = []
    for written, sub in template.items():
        field_name = check_name(written, where, "field")
        if field_name == RESULT_KEY:
            raise ValueError(
                f"{where}: a field named {RESULT_KEY!r} would overwrite the result's own {RESULT_KEY!r} key; rename it"
            )
        fields.append(reader.field(field_name, sub, f"{where}.{field_name}", 1))
    reader.done[id(template)] = Record(tuple(fields), name)
    return tuple(fields)


def _narrow(schema: Schema, options: tuple[Json, ...]) -> Schema:
    """``schema`` with items out of ``options`` only, for a list inside a list, where no detail line can say so."""
    if isinstance(schema, ListOf | SetOf):
        return replace(schema, item=_narrow(schema.item or AnyJson(), options))
    if isinstance(schema, TupleOf):
        return replace(schema, items=tuple(_narrow(item, options) for item in schema.items or (AnyJson(),)))
    if isinstance(schema, Union):
        return union(tuple(each if isinstance(each, Null) else _narrow(each, options) for each in schema.members))
    return Choice(options, tuple(validate(schema, option, "options", []) for option in options))
