"""Python annotations as schemas: type objects, and text that stands for them."""

from __future__ import annotations

import ast
import builtins
import contextlib
import dataclasses
import enum
import functools
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from op_runtime.menu.constructors import ELLIPSIS, Arguments, construct, enumeration, literal
from op_runtime.menu.schema import (
    AnyJson,
    Boolean,
    Choice,
    Integer,
    Null,
    Number,
    Opaque,
    Reference,
    Schema,
    Text,
    TupleOf,
    check_depth,
    union,
)

Key: TypeAlias = tuple[int, Arguments]


_WHOLE: Final[Arguments] = (ELLIPSIS,)
"""Stands in a ``Key`` for a type that has its arguments already; no generic class takes ``...`` alone."""

_COMMON = {str: Text(), int: Integer(), float: Number(), bool: Boolean()}


@functools.lru_cache(maxsize=1024)
def _compiled(text: str) -> types.CodeType:
    return compile(text, "<annotation>", "eval", dont_inherit=True)


class Scope:
    """The names that text annotations are resolved in, and the types that are being read (so that cycles end)."""

    def __init__(
        self, globals_: Mapping[str, object] | None = None, locals_: Mapping[str, object] | None = None
    ) -> None:
        self.globals: Mapping[str, object] = {} if globals_ is None else globals_
        self.locals: Mapping[str, object] = {} if locals_ is None else locals_
        self.bound: dict[int, Schema] = {}
        """What type variables stand for, by identity, inside a generic type with arguments."""
        self.open: dict[Key, str] = {}
        self.done: dict[Key, Schema] = {}
        self.kept: list[object] = []
        """Every type that ``done`` knows by identity, so that no other one takes its place."""
        self.unresolved: list[str] = []
        """Texts that no name in scope explains, now; they may resolve later."""
        self.depth = 0

    def evaluate(self, text: str) -> object:
        """Effect: evaluates an annotation that the running program itself wrote as text.

        Raises:
            Exception: whatever the text raises.
        """
        if text.isidentifier():  # the usual case, without compiling anything
            for names in (self.locals, self.globals, vars(builtins)):
                if text in names:
                    return names[text]
        return eval(_compiled(text), self.globals if type(self.globals) is dict else dict(self.globals), self.locals)

    @contextlib.contextmanager
    def inside(
        self,
        module: str | None = None,
        names: Mapping[str, object] | None = None,
        variables: Iterable[object] = (),
        arguments: Arguments = (),
    ) -> Iterator[None]:
        """Effect: until it ends, text is resolved in ``module`` and with ``names``, and ``variables`` are bound."""
        outer = self.globals, self.locals, self.bound
        found = sys.modules.get(module) if module else None
        if found and vars(found) is not self.globals:
            self.globals, self.locals = vars(found), {}
        if names:
            self.locals = {**self.locals, **names}
        if arguments:
            self.bound = {**self.bound, **dict(zip(map(id, variables), arguments, strict=False))}
        try:
            yield
        finally:
            self.globals, self.locals, self.bound = outer

    def once(self, target: object, arguments: Arguments, name: str, shown: str, read: Callable[[], Schema]) -> Schema:
        """What ``read`` gives for ``target`` with ``arguments``, read once; a reference where it stands in itself."""
        key = id(target), arguments
        if key in self.done:
            return self.done[key]
        if key in self.open:
            return Reference(self.open[key], lambda: self.done[key], shown)
        taken = set(self.open.values())
        names = (name, *(f"{name}{number}" for number in range(2, len(taken) + 2)))
        self.open[key] = next(each for each in names if each not in taken)
        self.kept.append(target)
        try:
            self.done[key] = read()
        finally:
            del self.open[key]
        return self.done[key]


def from_annotation(annotation: object, scope: Scope | None = None) -> Schema:
    """The schema of an annotation, given as a type object or as text that ``scope`` resolves.

    A name that does not resolve gives ``Opaque`` with that name, where it stands; nothing is raised for it.

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


def _read(annotation: Any, scope: Scope) -> Schema:
    if type(annotation) is type and annotation in _COMMON:
        return _COMMON[annotation]
    if isinstance(annotation, Schema):
        return annotation
    if annotation is None:
        return Null()
    if annotation is Ellipsis:
        return ELLIPSIS
    if isinstance(annotation, typing.ForwardRef):
        extra = getattr(annotation, "__extra_names__", None)
        with scope.inside(getattr(annotation, "__forward_module__", None), extra):
            return _read_text(annotation.__forward_arg__, scope)
    if isinstance(annotation, str):
        return _read_text(annotation, scope)
    if isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias):
        return _read_class(annotation, (), scope)
    if isinstance(annotation, typing.NewType):
        return from_annotation(annotation.__supertype__, scope)
    if isinstance(annotation, typing.TypeVar):
        return _read_variable(annotation, scope)
    if isinstance(annotation, dataclasses.InitVar):
        return from_annotation(annotation.type, scope)
    if _is_alias(annotation):
        return _read_alias(annotation, (), scope)
    return _read_generic(annotation, scope)


def _read_variable(variable: typing.TypeVar, scope: Scope) -> Schema:
    if id(variable) in scope.bound:
        return scope.bound[id(variable)]
    try:
        if variable.__constraints__:
            return union(tuple(from_annotation(each, scope) for each in variable.__constraints__))
        return AnyJson() if variable.__bound__ is None else from_annotation(variable.__bound__, scope)
    except NameError:  # a bound is evaluated when it is asked for
        return AnyJson()


def _read_text(text: str, scope: Scope) -> Schema:
    try:
        found = scope.evaluate(text.strip())
    except RecursionError:
        raise
    except Exception:
        try:
            return _read_node(ast.parse(text.strip(), mode="eval").body, scope)
        except (SyntaxError, ValueError, MemoryError):
            return Opaque(" ".join(text.split()))
    if isinstance(found, str) and found == text:
        return Opaque(" ".join(text.split()))
    key = id(found), _WHOLE
    named = text.replace(".", "").strip().isidentifier()
    if named and key in scope.open:  # an alias that names itself in text: Json = Union[str, list["Json"]]
        return Reference(text, lambda: scope.done[key], text)
    return from_annotation(found, scope)


def _read_node(node: ast.expr, scope: Scope) -> Schema:
    """Annotation text that does not evaluate as a whole (``"A" | None``, a name that only a type checker imports).

    Each part is read on its own, so that one of them does not take the others down.
    """
    match node:
        case ast.Constant(value=str() | None | types.EllipsisType() as value):
            return from_annotation(value, scope)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return union((_read_node(left, scope), _read_node(right, scope)))
        case ast.Subscript(value=value, slice=inner) if not _is_literal(value, scope):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            try:
                origin = scope.evaluate(ast.unparse(value))
            except Exception:
                return _unresolved(value, scope)
            if origin is typing.Annotated:
                parts = parts[:1]
            return _apply(origin, tuple(_read_node(part, scope) for part in parts), scope)
        case _:
            try:
                found = scope.evaluate(ast.unparse(node))
            except Exception:
                return _unresolved(node, scope)
            return from_annotation(found, scope)


def _is_literal(node: ast.expr, scope: Scope) -> bool:
    try:
        return scope.evaluate(ast.unparse(node)) is typing.Literal
    except Exception:
        return False


def _unresolved(node: ast.expr, scope: Scope) -> Schema:
    text = ast.unparse(node)
    scope.unresolved.append(text)
    return Opaque(_last(text))


def _last(name: str) -> str:
    """A dotted name as it is shown: without its module, which depends on how it was imported."""
    return name.rpartition(".")[2] if name.replace(".", "").isidentifier() else " ".join(name.split())


def _is_alias(annotation: object) -> bool:
    return type(annotation).__name__ == "TypeAliasType"


def _read_alias(alias: Any, arguments: Arguments, scope: Scope) -> Schema:
    name = str(alias.__name__)

    def read() -> Schema:
        with scope.inside(getattr(alias, "__module__", None), {name: alias}, alias.__type_params__, arguments):
            try:
                return from_annotation(alias.__value__, scope)
            except NameError:  # the value is evaluated when it is asked for
                scope.unresolved.append(name)
                return Opaque(name)

    return scope.once(alias, arguments, name, name, read)


def _read_generic(annotation: Any, scope: Scope) -> Schema:
    key = id(annotation), _WHOLE
    if key in scope.open:
        return _read_parts(annotation, scope)
    scope.open[key] = ""
    scope.kept.append(annotation)
    try:
        scope.done[key] = _read_parts(annotation, scope)
    finally:
        del scope.open[key]
    return scope.done[key]


def _read_parts(annotation: Any, scope: Scope) -> Schema:
    origin = typing.get_origin(annotation)
    if origin is None:
        return construct(_qualified(annotation)) or Opaque(_shown(annotation))
    if origin is typing.Literal:
        return literal(typing.get_args(annotation))
    if origin is typing.Annotated:
        return from_annotation(annotation.__origin__, scope)
    arguments = typing.get_args(annotation)
    if origin is tuple and arguments == () and _is_empty_tuple(annotation):
        return TupleOf(())
    read = tuple(from_annotation(each, scope) for each in arguments if not isinstance(each, list))
    return _apply(origin, read, scope)


def _apply(origin: Any, arguments: Arguments, scope: Scope) -> Schema:
    """The schema of the generic type ``origin`` with these arguments."""
    known = construct(_qualified(origin), arguments)
    if known is not None:
        return known
    if _is_alias(origin):
        return _read_alias(origin, arguments, scope)
    return _read_class(origin, arguments, scope) if isinstance(origin, type) else Opaque(_shown(origin))


def _is_empty_tuple(annotation: object) -> bool:
    return isinstance(annotation, types.GenericAlias) or str(annotation).endswith("[()]")


def _qualified(annotation: Any) -> str:
    name = getattr(annotation, "__qualname__", None) or getattr(annotation, "_name", None) or ""
    return f"{getattr(annotation, '__module__', '')}.{name}"


def _shown(annotation: Any) -> str:
    name = getattr(annotation, "__qualname__", None) or getattr(annotation, "_name", None)
    if isinstance(name, str):
        return name.rpartition(".")[2]
    # the repr of anything else may hold an address
    plain = isinstance(annotation, str | int | float | bytes | list | tuple | dict)
    return " ".join(repr(annotation).split()) if plain else type(annotation).__name__


def _read_class(cls: type, arguments: Arguments, scope: Scope) -> Schema:
    known = construct(_qualified(cls))
    if known is not None:
        return known
    if issubclass(cls, enum.Enum):
        return enumeration((member.name, member.value, member) for member in cls)
    from op_runtime.menu.records import record_reader  # which reads annotations, too

    reader = record_reader(cls)
    if reader is None:
        return Opaque(cls.__name__)

    def read() -> Schema:
        variables = getattr(cls, "__parameters__", ()) or getattr(cls, "__type_params__", ())
        nested = {name: value for name, value in vars(cls).items() if isinstance(value, type)}
        with scope.inside(cls.__module__, {**nested, cls.__name__: cls}, variables, arguments):
            return reader(cls, scope)

    return scope.once(cls, arguments, cls.__name__, "dict", read)


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
