"""Python annotations as schemas: one table of type constructors, read by the live and by the static side.

A constructor takes the schemas of its type arguments. The live side finds it by the qualified name of a type object,
the static side by the qualified name that a name in source resolves to; so a new type is one entry here.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import sys
import types
import typing
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final, TypeAlias

from op_runtime.menu.schema import (
    MISSING,
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
    check_depth,
    is_json,
    union,
)

Arguments: TypeAlias = tuple[Schema, ...]
Constructor: TypeAlias = Callable[[Arguments], Schema]


class _Ellipsis(Schema):
    """``...`` as a type argument; only ``tuple`` reads it."""


ELLIPSIS: Final = _Ellipsis()


def _plain(schema: Schema) -> Constructor:
    return lambda arguments: schema


def _list(arguments: Arguments) -> Schema:
    return ListOf(arguments[0] if arguments else None)


def _set(arguments: Arguments) -> Schema:
    return SetOf(arguments[0] if arguments else None)


def _frozenset(arguments: Arguments) -> Schema:
    return SetOf(arguments[0] if arguments else None, frozen=True)


def _tuple(arguments: Arguments) -> Schema:
    if len(arguments) == 2 and arguments[1] is ELLIPSIS:
        return TupleOf((arguments[0],), variadic=True)
    return TupleOf(arguments or None)


def _dict(arguments: Arguments) -> Schema:
    return DictOf(arguments[1] if len(arguments) == 2 else None)


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
    "typing.AnyStr": _plain(Text()),
    "typing.LiteralString": _plain(Text()),
    "typing.Text": _plain(Text()),
    "typing.List": _list,
    "typing.Set": _set,
    "typing.FrozenSet": _frozenset,
    "typing.Tuple": _tuple,
    "typing.Dict": _dict,
    "typing.Sequence": _list,
    "typing.MutableSequence": _list,
    "typing.Iterable": _list,
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


def literal(values: typing.Iterable[object]) -> Schema:
    """The schema of ``Literal[values]``: Enum members count by their value; no JSON form, no choice."""
    values = tuple(values)
    plain = tuple(value.value if isinstance(value, enum.Enum) else value for value in values)
    if not plain or not all(_is_scalar(value) for value in plain):
        return Opaque("Literal")
    return Choice(typing.cast("tuple[str, ...]", plain), values if plain != values else ())


def enumeration(members: typing.Iterable[tuple[str, object, object]]) -> Schema:
    """The schema of an Enum from ``(name, value, member)``; a member whose value is no JSON scalar goes by its name."""
    values: list[Any] = []
    results: list[object] = []
    for name, value, member in members:
        values.append(value if _is_scalar(value) else name)
        results.append(member)
    return Choice(tuple(values), tuple(results)) if values else Opaque("Enum")


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


class Scope:
    """The names that text annotations are resolved in, and the records that are being read (so that cycles end)."""

    def __init__(
        self, globals_: Mapping[str, object] | None = None, locals_: Mapping[str, object] | None = None
    ) -> None:
        self.globals = dict(globals_ or {})
        self.locals = dict(locals_ or {})
        self.open: dict[int, str] = {}
        self.done: dict[int, Schema] = {}
        self.unresolved: list[str] = []
        """Texts that no name in scope explains, now; they may resolve later."""
        self.depth = 0

    def evaluate(self, text: str) -> object:
        """Effect: evaluates an annotation that the running program itself wrote as text.

        Raises:
            Exception: whatever the text raises.
        """
        return eval(text, self.globals, self.locals)


def from_annotation(annotation: object, scope: Scope | None = None) -> Schema:
    """The schema of an annotation, given as a type object or as text that ``scope`` resolves.

    A name that does not resolve gives ``Opaque`` with the annotation's text; nothing is raised for it.

    Raises:
        ValueError: the type nests too deep.
    """
    scope = scope or Scope()
    scope.depth += 1
    try:
        check_depth(scope.depth, "annotation")
        return _read(annotation, scope)
    finally:
        scope.depth -= 1


def _read(annotation: object, scope: Scope) -> Schema:
    if isinstance(annotation, Schema):
        return annotation
    if annotation is None:
        return Null()
    if annotation is Ellipsis:
        return ELLIPSIS
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        return _read_text(annotation, scope)
    if isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias):
        return _read_class(annotation, scope)
    if isinstance(annotation, typing.NewType):
        return from_annotation(annotation.__supertype__, scope)
    if isinstance(annotation, typing.TypeVar):
        if annotation.__constraints__:
            return union(tuple(from_annotation(each, scope) for each in annotation.__constraints__))
        return AnyJson() if annotation.__bound__ is None else from_annotation(annotation.__bound__, scope)
    if isinstance(annotation, dataclasses.InitVar):
        return from_annotation(annotation.type, scope)
    if type(annotation).__name__ == "TypeAliasType":
        return _read_alias(annotation, scope)
    return _read_generic(annotation, scope)


def _read_text(text: str, scope: Scope) -> Schema:
    try:
        found = scope.evaluate(text)
    except RecursionError:
        raise
    except Exception:
        split = _read_union_text(text, scope)
        if split is not None:
            return split
        scope.unresolved.append(text)
        return Opaque(" ".join(text.split()))
    if isinstance(found, str) and found == text:
        return Opaque(text)
    return from_annotation(found, scope)


def _read_union_text(text: str, scope: Scope) -> Schema | None:
    """``A | "B"`` fails at run time although each side may be readable; ``None`` where the text is no plain union."""
    left, bar, right = text.rpartition("|")
    if not bar or text.count("[") != text.count("]") or right.count("]") != right.count("["):
        return None
    return union((_read_text(left.strip(), scope), _read_text(right.strip(), scope)))


def _read_alias(alias: Any, scope: Scope) -> Schema:
    key = id(alias)
    if key in scope.open:
        return Reference(scope.open[key], lambda: scope.done[key])
    scope.open[key] = _unique_name(str(alias.__name__), scope)
    try:
        scope.done[key] = from_annotation(alias.__value__, scope)
    except NameError:
        scope.done[key] = Opaque(str(alias.__name__))
    finally:
        del scope.open[key]
    return scope.done[key]


def _read_generic(annotation: Any, scope: Scope) -> Schema:
    origin = typing.get_origin(annotation)
    if origin is None:
        return construct(_qualified(annotation)) or Opaque(_shown(annotation))
    if origin is typing.Literal:
        return literal(typing.get_args(annotation))
    if origin is typing.Annotated:
        return from_annotation(annotation.__origin__, scope)
    arguments = typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return union(tuple(from_annotation(each, scope) for each in arguments))
    if type(origin).__name__ == "TypeAliasType":
        return from_annotation(annotation.__value__, scope)
    if isinstance(origin, type) and construct(_qualified(origin)) is None:
        return _read_class(origin, scope)
    if origin is tuple and arguments == () and _is_empty_tuple(annotation):
        return TupleOf(())
    read = tuple(from_annotation(each, scope) for each in arguments if not isinstance(each, list))
    return construct(_qualified(origin), read) or Opaque(_shown(annotation))


def _is_empty_tuple(annotation: object) -> bool:
    return isinstance(annotation, types.GenericAlias) or str(annotation).endswith("[()]")


def _qualified(annotation: Any) -> str:
    name = getattr(annotation, "__qualname__", None) or getattr(annotation, "_name", None) or ""
    return f"{getattr(annotation, '__module__', '')}.{name}"


def _shown(annotation: Any) -> str:
    name = getattr(annotation, "__qualname__", None) or getattr(annotation, "_name", None) or str(annotation)
    return str(name).rpartition(".")[2]


def _read_class(cls: type, scope: Scope) -> Schema:
    known = construct(_qualified(cls))
    if known is not None:
        return known
    if issubclass(cls, enum.Enum):
        return enumeration((member.name, member.value, member) for member in cls)
    reader = next((read for test, read in RECORD_READERS if test(cls)), None)
    if reader is None:
        return Opaque(cls.__name__)
    key = id(cls)
    if key in scope.done:
        return scope.done[key]
    if key in scope.open:
        return Reference(scope.open[key], lambda: scope.done[key])
    scope.open[key] = _unique_name(cls.__name__, scope)
    module = sys.modules.get(cls.__module__)
    outer = scope.globals, scope.locals
    scope.globals, scope.locals = dict(vars(module)) if module else {}, {**outer[1], cls.__name__: cls}
    try:
        scope.done[key] = reader(cls, scope)
    finally:
        scope.globals, scope.locals = outer
        del scope.open[key]
    return scope.done[key]


def _unique_name(name: str, scope: Scope) -> str:
    taken = set(scope.open.values())
    return name if name not in taken else next(f"{name}{n}" for n in range(2, sys.maxsize) if f"{name}{n}" not in taken)


def _own_annotations(cls: type) -> dict[str, object]:
    """The annotations that one class body writes, as they are (text stays text)."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return dict(annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF))
    return inspect.get_annotations(cls)


def _read_typed_dict(cls: Any, scope: Scope) -> Schema:
    fields = []
    for name, annotation in _own_annotations(cls).items():
        shape = annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else annotation
        required = name in cls.__required_keys__
        if isinstance(shape, str) and shape.replace("typing.", "").startswith("NotRequired["):
            required = False
        elif isinstance(shape, str) and shape.replace("typing.", "").startswith("Required["):
            required = True
        fields.append(Field(name, from_annotation(annotation, scope), required=required))
    return Record(tuple(fields), cls.__name__)


def _read_dataclass(cls: Any, scope: Scope) -> Schema:
    fields = []
    for item in dataclasses.fields(cls):
        if not item.init:
            continue
        schema = from_annotation(item.type, scope)
        has_factory = item.default_factory is not dataclasses.MISSING
        default = MISSING if item.default is dataclasses.MISSING else item.default
        if has_factory and item.default_factory in (list, dict):
            default = item.default_factory()
        described = item.metadata.get("description")
        fields.append(
            Field(
                item.name,
                schema,
                description=described if isinstance(described, str) else None,
                required=default is MISSING and not has_factory,
                default=json_default(schema, default),
            )
        )
    return Record(tuple(fields), cls.__name__, lambda values: cls(**values))


def _read_pydantic(cls: Any, scope: Scope) -> Schema:
    fields = []
    for name, info in cls.model_fields.items():
        schema = from_annotation(info.annotation, scope)
        required = info.is_required()
        default = MISSING if required or info.default_factory else info.default
        if info.default_factory in (list, dict):
            default = info.default_factory()
        fields.append(
            Field(
                info.alias or name,
                schema,
                description=info.description or None,
                required=required,
                default=json_default(schema, default),
            )
        )
    return Record(tuple(fields), cls.__name__, lambda values: cls.model_validate(values))


def _read_named_tuple(cls: Any, scope: Scope) -> Schema:
    annotations = _own_annotations(cls)
    fields = []
    for name in cls._fields:
        schema = from_annotation(annotations[name], scope) if name in annotations else AnyJson()
        default = cls._field_defaults.get(name, MISSING)
        fields.append(Field(name, schema, required=default is MISSING, default=json_default(schema, default)))
    return Record(tuple(fields), cls.__name__, lambda values: cls(**values))


RECORD_READERS: Final[tuple[tuple[Callable[[type], bool], Callable[[Any, Scope], Schema]], ...]] = (
    (typing.is_typeddict, _read_typed_dict),
    (dataclasses.is_dataclass, _read_dataclass),
    (lambda cls: hasattr(cls, "model_fields") and hasattr(cls, "model_validate"), _read_pydantic),
    (lambda cls: issubclass(cls, tuple) and hasattr(cls, "_fields"), _read_named_tuple),
)
"""How each kind of class becomes a record; the first test that holds decides."""


def json_default(schema: Schema, default: object) -> object:
    """A default as the menu shows it: an Enum member by its JSON value, anything else as it is."""
    if isinstance(schema, Choice) and schema.results:
        for value, member in zip(schema.values, schema.results, strict=True):
            if default is member or (type(default) is type(member) and default == member):
                return value
    members = getattr(schema, "members", ())
    for member in members:
        shown = json_default(member, default)
        if shown is not default:
            return shown
    return default


def parameter_annotation(parameter: inspect.Parameter, scope: Scope) -> Schema:
    """The schema of one signature parameter, from its annotation or else its default."""
    if parameter.annotation is inspect.Parameter.empty:
        return default_type(parameter.default)
    return from_annotation(parameter.annotation, scope)
