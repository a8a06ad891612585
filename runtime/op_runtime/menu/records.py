"""Classes that are objects in JSON: TypedDicts, dataclasses, pydantic models and NamedTuples."""

from __future__ import annotations

import dataclasses
import inspect
import sys
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from op_runtime.menu.annotations import Scope, from_annotation, json_default
from op_runtime.menu.schema import AnyJson, Field, Record, Schema
from op_runtime.menu.values import MISSING

RecordReader: TypeAlias = Callable[[Any, Scope], Schema]


def record_reader(cls: Any) -> RecordReader | None:
    """What reads this kind of class; None where it has no JSON form."""
    return next((read for test, read in RECORD_READERS if test(cls)), None)


def _own_annotations(cls: type) -> Mapping[str, Any]:
    """The annotations that one class body writes, as they are (text stays text)."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    return inspect.get_annotations(cls)


def _annotations(cls: type) -> Iterator[tuple[str, Any, type]]:
    """Every annotated name, its annotation and the class whose body writes it, base classes first."""
    found: dict[str, tuple[Any, type]] = {}
    for base in reversed(cls.__mro__):
        if base.__module__ not in ("builtins", "typing"):
            found.update({name: (annotation, base) for name, annotation in _own_annotations(base).items()})
    return ((name, annotation, owner) for name, (annotation, owner) in found.items())


def _schemas(cls: type, scope: Scope) -> dict[str, Schema]:
    """The schema of each annotated name, its text resolved where it is written."""
    result = {}
    for name, annotation, owner in _annotations(cls):
        with scope.inside(owner.__module__, {owner.__name__: owner}):
            result[name] = from_annotation(annotation, scope)
    return result


def _field(name: str, schema: Schema, default: object, description: object, *, required: bool) -> Field:
    text = description if isinstance(description, str) and description else None
    return Field(name, schema, text, required=required, default=json_default(schema, default))


def _default(value: object, factory: object, missing: object) -> object:
    """A default as a value, where one can be told without running code of the user's."""
    if factory in (list, dict):
        return factory() if callable(factory) else MISSING
    return MISSING if value is missing or factory not in (None, missing) else value


def _read_typed_dict(cls: Any, scope: Scope) -> Schema:
    fields = []
    for name, annotation in _own_annotations(cls).items():  # those of its bases are among them
        required = _required(annotation, scope)
        fields.append(
            Field(
                name,
                from_annotation(annotation, scope),
                required=name in cls.__required_keys__ if required is None else required,
            )
        )
    return Record(tuple(fields), cls.__name__)


def _required(annotation: Any, scope: Scope) -> bool | None:
    """What ``Required`` and ``NotRequired`` say; Python itself does not see them in text."""
    text = getattr(annotation, "__forward_arg__", annotation)
    if isinstance(text, str):
        if "Required" not in text:
            return None
        try:
            annotation = scope.evaluate(text)
        except Exception:  # a name inside does not resolve: the text itself says it
            return not text.rpartition("[")[0].partition("[")[0].endswith("NotRequired")
    while (origin := typing.get_origin(annotation)) is not None:
        name = getattr(origin, "_name", None)
        if name in ("Required", "NotRequired"):
            return bool(name == "Required")
        if origin is not typing.Annotated and name != "ReadOnly":
            return None
        annotation = typing.get_args(annotation)[0]
    return None


def _read_dataclass(cls: Any, scope: Scope) -> Schema:
    schemas = _schemas(cls, scope)
    fields = []
    for item in _constructor_fields(cls):
        default = _default(item.default, item.default_factory, dataclasses.MISSING)
        required = item.default is dataclasses.MISSING and item.default_factory is dataclasses.MISSING
        schema = schemas[item.name] if item.name in schemas else from_annotation(item.type, scope)
        fields.append(_field(item.name, schema, default, item.metadata.get("description"), required=required))
    return Record(tuple(fields), cls.__name__, lambda values: cls(**values))


def _constructor_fields(cls: Any) -> Iterator[dataclasses.Field[Any]]:
    ordinary = {item.name for item in dataclasses.fields(cls)}
    for item in cls.__dataclass_fields__.values():
        # text may write it as `dc.InitVar[int]`: the decorator has found out already what it means
        init_only = str(getattr(item, "_field_type", "")) == "_FIELD_INITVAR"
        if item.init and (item.name in ordinary or init_only):
            yield item


def _read_pydantic(cls: Any, scope: Scope) -> Schema:
    infos = getattr(cls, "__pydantic_fields__", None) or getattr(cls, "model_fields", {})
    fields = []
    for name, info in infos.items():
        required = bool(info.is_required())
        default = MISSING if required else _default(info.default, info.default_factory, MISSING)
        schema = from_annotation(info.annotation, scope)
        fields.append(_field(_input_name(name, info), schema, default, info.description, required=required))
    return Record(tuple(fields), cls.__name__, _pydantic_builder(cls))


def _input_name(name: str, info: Any) -> str:
    """The key that a pydantic field is read from."""
    alias = info.validation_alias
    choices = getattr(alias, "choices", None) or (alias,)
    return next((each for each in choices if isinstance(each, str)), info.alias or name)


def _pydantic_builder(cls: Any) -> Callable[[Mapping[str, object]], object]:
    if getattr(cls, "__pydantic_root_model__", False):
        return lambda values: cls(values["root"])
    if hasattr(cls, "model_validate"):
        return lambda values: cls.model_validate(values)
    return lambda values: cls(**values)


def _read_named_tuple(cls: Any, scope: Scope) -> Schema:
    schemas = _schemas(cls, scope)
    fields = []
    for name in cls._fields:
        default = cls._field_defaults.get(name, MISSING)
        fields.append(_field(name, schemas.get(name, AnyJson()), default, None, required=default is MISSING))
    return Record(tuple(fields), cls.__name__, lambda values: cls(**values))


RECORD_READERS: Final[tuple[tuple[Callable[[Any], bool], RecordReader], ...]] = (
    # typing.is_typeddict does not know those of typing_extensions
    (lambda cls: issubclass(cls, dict) and hasattr(cls, "__required_keys__"), _read_typed_dict),
    (lambda cls: hasattr(cls, "__pydantic_validator__") and hasattr(cls, "__pydantic_fields__"), _read_pydantic),
    (lambda cls: hasattr(cls, "model_fields") and hasattr(cls, "model_validate"), _read_pydantic),
    (dataclasses.is_dataclass, _read_dataclass),
    (lambda cls: issubclass(cls, tuple) and hasattr(cls, "_fields"), _read_named_tuple),
)
"""How each kind of class becomes a record; the first test that holds decides."""
