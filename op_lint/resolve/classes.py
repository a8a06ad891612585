"""Classes of the project that a model can be asked for: Enums, TypedDicts, dataclasses, pydantic models, tuples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from op_runtime.menu import MISSING, Field, Schema, Unknown, UnknownType, enumeration
from op_runtime.menu.annotations import json_default
from op_runtime.menu.schema import Opaque, Record

from op_lint.read import expr as ir
from op_lint.read.reader import SkippedError
from op_lint.resolve.environment import Environment
from op_lint.resolve.lookup import Bound, Meaning, Outside, class_bases, dotted
from op_lint.resolve.values import EnumMember, plain

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module
    from op_lint.resolve.types import Types

ClassKind: TypeAlias = Literal["enum", "typed dict", "dataclass", "pydantic", "named tuple", "plain", "unknown"]

_BASES: dict[str, ClassKind] = {
    "enum.Enum": "enum",
    "enum.StrEnum": "enum",
    "enum.IntEnum": "enum",
    "enum.Flag": "enum",
    "enum.IntFlag": "enum",
    "typing.TypedDict": "typed dict",
    "typing_extensions.TypedDict": "typed dict",
    "typing.NamedTuple": "named tuple",
    "pydantic.BaseModel": "pydantic",
}
_PLAIN = frozenset({"typing.Generic", "typing.Protocol", "typing_extensions.Protocol", "abc.ABC"})
_CALLS = frozenset({"__call__", "__new__", "__init_subclass__", "__class_getitem__"})
_ENUM_HOOKS = ("_generate_next_value_", "__new__", "_ignore_", "__init__")
_MAX_BASES = 30


@dataclass(frozen=True, slots=True)
class _Written:
    """One assignment or annotation in a class body."""

    name: str
    annotation: Node | None
    value: Node | None


class Classes:
    """Reads the classes of one project."""

    def __init__(self, evaluator: Evaluator, types: Types) -> None:
        self.ev = evaluator
        self.types = types
        self._kinds: dict[tuple[str, int], ClassKind] = {}
        self._members: dict[tuple[str, int], list[EnumMember] | None] = {}

    def kind(self, module: Module, node: Node, depth: int = 0) -> ClassKind:
        """What a class is, by its bases and decorators; ``unknown`` where one of them is not read."""
        key = (module.path, node.start_byte)
        if key not in self._kinds:
            self._kinds[key] = "plain"  # while it is being found out, so that a cycle of bases ends
            self._kinds[key] = self._find_kind(module, node, depth)
        return self._kinds[key]

    def schema(self, module: Module, node: Node, name: str) -> Schema:
        """The schema of a class."""
        kind = self.kind(module, node)
        if kind == "plain":
            return Opaque(name)
        if kind == "unknown":
            return UnknownType(f"`{name}` has a base or a decorator that op-lint does not read")
        if kind == "enum":
            members = self.members(module, node)
            if members is None:
                return UnknownType(f"the members of `{name}` are computed at run time")
            return enumeration((each.name, each.value, each) for each in members)
        fields: dict[str, Field] = {}
        for owner, class_node in self._line(module, node):
            self._add_fields(fields, kind, owner, class_node)
        return Record(tuple(fields.values()), name)

    def variables(self, module: Module, node: Node) -> list[tuple[str, int]]:
        """Where the type variables of a class are bound, in the order of its type arguments."""
        parameters = node.child_by_field_name("type_parameters")
        if parameters is not None:
            return [(module.path, first_name(each).start_byte) for each in parameters.named_children]
        scope = module.index.scope_of(node)
        found: dict[tuple[str, int], None] = {}
        generics = [base for base in class_bases(node) if base.type == "subscript"]
        generics.sort(key=lambda base: module.index.text(base.child_by_field_name("value")).endswith("Generic"))
        for base in reversed(generics):
            for argument in base.children_by_field_name("subscript"):
                parts = dotted(argument)
                meaning = self.ev.lookup.path(module, scope, parts, node.start_byte) if parts is not None else None
                if isinstance(meaning, Bound) and meaning.binding.kind == "assign":
                    found[(meaning.module.path, meaning.binding.node.start_byte)] = None
        return list(found)

    def members(self, module: Module, node: Node) -> list[EnumMember] | None:
        """The members of an Enum in order, aliases left out; None where they are not known."""
        key = (module.path, node.start_byte)
        if key not in self._members:
            self._members[key] = None
            self._members[key] = self._find_members(module, node)
        return self._members[key]

    def enum_member(self, module: Module, node: Node, name: str) -> EnumMember | None:
        """The member of this name of the Enum at a node, or of the first one with its value; None for other classes."""
        if name.startswith("_") or self.kind(module, node) != "enum":
            return None
        return next((each for each in self.members(module, node) or () if each.name == name), None)

    def makes_plain_values(self, module: Module, node: Node) -> bool:
        """Whether an instance of a class is surely no function, type, tuple or text."""
        kind = self.kind(module, node)
        if kind in ("dataclass", "pydantic", "typed dict"):
            return not any(self._defines(module, node, name) for name in _CALLS)
        if kind != "plain":
            return False
        for owner, class_node in self._line(module, node):
            if any(self._defines(owner, class_node, name) for name in _CALLS):
                return False
            for base in self._bases(owner, class_node):
                if isinstance(base, Outside) and base.name not in _PLAIN and not _is_plain_builtin(base.name):
                    return False
        return True

    def functional(self, name: str, expr: ir.Call, env: Environment) -> Schema | None:
        """The type that ``Enum("Colour", ...)`` or ``TypedDict("Ticket", {...})`` makes; None for other calls."""
        first, second = expr.positional(0), expr.positional(1)
        if first is None or second is None or name not in _FUNCTIONAL:
            return None
        title = plain(self.ev.expression(first.value, env))
        if not isinstance(title, str):
            return None
        if name.startswith("enum."):
            members = self._functional_members(name, title, plain(self.ev.expression(second.value, env)))
            return None if members is None else enumeration((each.name, each.value, each) for each in members)
        pairs = _functional_fields(second.value)
        if pairs is None:
            return None
        total = expr.keyword("total")
        required = not (total and isinstance(total.value, ir.Constant) and total.value.value is False)
        fields = []
        for key, annotation in pairs:
            own = self._stated_required(annotation, env) if name == "typing.TypedDict" else None
            schema = self.types.of_expression(annotation, env)
            fields.append(Field(key, schema, required=required if own is None else own))
        return Record(tuple(fields), title)

    def _functional_members(self, name: str, title: str, listed: object) -> list[EnumMember] | None:
        if isinstance(listed, dict):
            pairs = list(listed.items())
        else:
            names = listed.replace(",", " ").split() if isinstance(listed, str) else listed
            if not isinstance(names, list | tuple) or not all(isinstance(each, str) for each in names):
                return None
            text = name == "enum.StrEnum"
            pairs = [(each, each.lower() if text else number) for number, each in enumerate(names, 1)]
        if any(not isinstance(key, str) or isinstance(value, Unknown) for key, value in pairs):
            return None
        return [EnumMember(title, key, value) for key, value in pairs]

    def _find_kind(self, module: Module, node: Node, depth: int) -> ClassKind:
        found: ClassKind = "plain"
        for decorator in _decorators(node):
            called = decorator.child_by_field_name("function") if decorator.type == "call" else decorator
            name = self._outside(module, node, called)
            if name == "dataclasses.dataclass":
                found = "dataclass"
            elif name not in ("typing.final", "typing_extensions.final", "enum.unique", "functools.total_ordering"):
                return "unknown"
        for base in self._bases(module, node):
            if isinstance(base, Outside):
                kind = _BASES.get(base.name)
                if kind is not None:
                    found = kind
                elif base.name not in _PLAIN and not base.name.startswith("builtins."):
                    return "unknown"
            elif isinstance(base, Bound) and base.binding.kind == "class" and depth < _MAX_BASES:
                kind = self.kind(base.module, base.binding.node, depth + 1)
                if kind == "unknown":
                    return "unknown"
                found = kind if kind != "plain" else found
            else:
                return "unknown"
        return found

    def _outside(self, module: Module, node: Node, expression: Node | None) -> str | None:
        parts = dotted(expression) if expression is not None else None
        if parts is None:
            return None
        scope = module.index.scope_of(node)
        found = self.ev.lookup.settle(self.ev.lookup.path(module, scope, parts, node.start_byte))
        return found.name if isinstance(found, Outside) else None

    def _bases(self, module: Module, node: Node) -> Iterator[Meaning | None]:
        scope = module.index.scope_of(node)
        for base in class_bases(node):
            inner = base.child_by_field_name("value") if base.type == "subscript" else base
            parts = dotted(inner) if inner is not None else None
            if parts is None:
                yield None
            else:
                yield self.ev.lookup.settle(self.ev.lookup.path(module, scope, parts, node.start_byte))

    def _line(self, module: Module, node: Node, depth: int = 0) -> list[tuple[Module, Node]]:
        """The project's classes whose bodies make this one up, the farthest base first."""
        found: list[tuple[Module, Node]] = []
        self.ev.look_at(module, node)
        for base in reversed(list(self._bases(module, node))) if depth < _MAX_BASES else []:
            if isinstance(base, Bound) and base.binding.kind == "class":
                found.extend(self._line(base.module, base.binding.node, depth + 1))
        found.append((module, node))
        return [each for number, each in enumerate(found) if each not in found[:number]]

    def _defines(self, module: Module, node: Node, name: str) -> bool:
        return bool(module.index.bindings(node, name))

    def _written(self, module: Module, node: Node) -> Iterator[_Written]:
        self.ev.look_at(module, node)
        body = node.child_by_field_name("body")
        for statement in body.named_children if body is not None else []:
            inner = statement.named_children[0] if statement.type == "expression_statement" else None
            if inner is None or inner.type != "assignment" or inner.has_error:
                continue
            left, value = inner.child_by_field_name("left"), inner.child_by_field_name("right")
            if left is not None and left.type == "identifier":
                yield _Written(module.index.text(left), inner.child_by_field_name("type"), value)

    def _find_members(self, module: Module, node: Node) -> list[EnumMember] | None:
        index = module.index
        if any(index.bindings(node, hook) for hook in _ENUM_HOOKS):
            return None
        bases = [base.name for base in self._bases(module, node) if isinstance(base, Outside)]
        for owner, class_node in self._line(module, node)[:-1]:
            bases += [base.name for base in self._bases(owner, class_node) if isinstance(base, Outside)]
        wanted: type | None = str if {"enum.StrEnum", "builtins.str"} & set(bases) else None
        wanted = int if {"enum.IntEnum", "builtins.int"} & set(bases) else wanted
        if {"enum.Flag", "enum.IntFlag"} & set(bases):
            return None
        name = index.text(node.child_by_field_name("name"))
        members: list[EnumMember] = []
        for written in self._written(module, node):
            if written.value is None or written.name.startswith("_"):
                continue
            value = self._enum_value(module, node, written, members, text="enum.StrEnum" in bases)
            if isinstance(value, Unknown) or (wanted is not None and type(value) is not wanted):
                return None
            if not any(each.value == value and type(each.value) is type(value) for each in members):
                members.append(EnumMember(name, written.name, value))
        return members

    def _enum_value(
        self, module: Module, node: Node, written: _Written, before: list[EnumMember], *, text: bool
    ) -> object:
        assert written.value is not None
        env = Environment(module, node, written.value.start_byte)
        if written.value.type == "call":
            called = self._outside(module, node, written.value.child_by_field_name("function"))
            if called == "enum.auto":
                if text:
                    return written.name.lower()
                numbers = [each.value for each in before if isinstance(each.value, int)]
                return max(numbers, default=0) + 1
            if called in ("enum.nonmember", "enum.member"):
                return Unknown("it is made by a call")
        return plain(self.ev.node(written.value, env))

    def _add_fields(self, fields: dict[str, Field], kind: ClassKind, module: Module, node: Node) -> None:
        """Effect: adds what one class body writes; a field that is written again keeps its place."""
        env = Environment(module, node, None)
        total = True
        arguments = node.child_by_field_name("superclasses")
        for child in arguments.named_children if arguments is not None else []:
            if child.type == "keyword_argument" and module.index.text(child.child_by_field_name("name")) == "total":
                total = module.index.text(child.child_by_field_name("value")) != "False"
        for written in self._written(module, node):
            if written.annotation is None or (kind == "pydantic" and written.name.startswith(("_", "model_config"))):
                continue
            try:
                annotation = self.ev.project.reader.expression(module.source.lines, written.annotation)
            except SkippedError as error:
                fields[written.name] = Field(written.name, UnknownType(error.message))
                continue
            if self._is(annotation, env, ("typing.ClassVar", "dataclasses.KW_ONLY", "dataclasses.InitVar")):
                continue
            if kind == "typed dict":
                own = self._stated_required(annotation, env)
                schema = self.types.annotation(annotation, env)
                fields[written.name] = Field(written.name, schema, required=total if own is None else own)
                continue
            made = self._field(kind, written, annotation, env)
            if made is not None:
                fields[written.name] = made

    def _field(self, kind: ClassKind, written: _Written, annotation: ir.Expr, env: Environment) -> Field | None:
        schema = self.types.annotation(annotation, env)
        described: object = None
        name = written.name
        default: object = MISSING
        required = True
        for call in self._field_calls(kind, written, annotation, env):
            made = self._called_field(kind, call, env)
            if made is None:
                return None
            own, own_required, text, alias = made
            if not own_required:
                default, required = own, False
            described = text if text is not None else described
            name = alias or name
        plain_value = written.value is not None and not self._is_field_call(kind, written, env)
        if plain_value and written.value is not None:
            default, required = plain(self.ev.node(written.value, replace(env, at=written.value.start_byte))), False
        description = described if isinstance(described, str | Unknown) and described else None
        shown = default if isinstance(default, Unknown) else json_default(schema, default)
        return Field(name, schema, description=description, required=required, default=shown)

    def _field_calls(
        self, kind: ClassKind, written: _Written, annotation: ir.Expr, env: Environment
    ) -> Iterator[ir.Call]:
        """The ``Field(...)`` or ``field(...)`` calls about a field: in its annotation, then its value."""
        if kind == "pydantic" and isinstance(annotation, ir.Subscript):
            for item in annotation.items[1:] if self._is(annotation, env, ("typing.Annotated",)) else ():
                if isinstance(item, ir.Call) and self._name(item.func, env) == "pydantic.Field":
                    yield item
        if written.value is not None and self._is_field_call(kind, written, env):
            try:
                value = self.ev.project.reader.expression(env.module.source.lines, written.value)
            except SkippedError:
                return
            if isinstance(value, ir.Call):
                yield value

    def _is_field_call(self, kind: ClassKind, written: _Written, env: Environment) -> bool:
        if written.value is None or written.value.type != "call":
            return False
        parts = dotted(written.value.child_by_field_name("function") or written.value)
        if parts is None:
            return False
        found = self.ev.lookup.settle(self.ev.lookup.path(env.module, env.scope, parts, written.value.start_byte))
        wanted = {"dataclass": "dataclasses.field", "pydantic": "pydantic.Field"}.get(kind)
        return isinstance(found, Outside) and found.name == wanted

    def _called_field(
        self, kind: ClassKind, call: ir.Call, env: Environment
    ) -> tuple[object, bool, object, str | None] | None:
        """Default, required, description and alias of a ``field(...)``; None where ``__init__`` does not take it."""
        values = {arg.keyword: arg.value for arg in call.args if arg.keyword is not None}
        init = values.get("init")
        if isinstance(init, ir.Constant) and init.value is False and kind == "dataclass":
            return None
        first = call.positional(0)
        given = values.get("default") or (first.value if first is not None and kind == "pydantic" else None)
        default: object = MISSING
        required = True
        if given is not None and not (isinstance(given, ir.Other) and given.what == "..."):
            default, required = plain(self.ev.expression(given, env)), False
        factory = values.get("default_factory")
        if factory is not None:
            required = False
            made = {"builtins.list": list, "builtins.dict": dict}.get(self._name(factory, env) or "")
            default = made() if made is not None else MISSING
        described: object = None
        if kind == "pydantic" and "description" in values:
            described = plain(self.ev.expression(values["description"], env))
        elif "metadata" in values:
            metadata = plain(self.ev.expression(values["metadata"], env))
            described = metadata.get("description") if isinstance(metadata, dict) else None
        alias = plain(self.ev.expression(values["alias"], env)) if kind == "pydantic" and "alias" in values else None
        return default, required, described, alias if isinstance(alias, str) else None

    def _stated_required(self, annotation: ir.Expr, env: Environment) -> bool | None:
        if self._is(annotation, env, ("typing.NotRequired",)):
            return False
        return True if self._is(annotation, env, ("typing.Required",)) else None

    def _is(self, annotation: ir.Expr, env: Environment, names: tuple[str, ...]) -> bool:
        if isinstance(annotation, ir.Constant) and isinstance(annotation.value, str):
            annotation = self.ev.project.reader.annotation(annotation.value) or annotation
        inner = annotation.value if isinstance(annotation, ir.Subscript) else annotation
        return self._name(inner, env) in names

    def _name(self, expr: ir.Expr, env: Environment) -> str | None:
        meaning = self.ev.meaning(expr, env)
        settled = self.ev.lookup.settle(meaning) if meaning is not None else None
        return settled.name.replace("typing_extensions.", "typing.") if isinstance(settled, Outside) else None


_FUNCTIONAL = frozenset({"enum.Enum", "enum.StrEnum", "enum.IntEnum", "typing.TypedDict", "typing.NamedTuple"})


def _functional_fields(expr: ir.Expr) -> list[tuple[str, ir.Expr]] | None:
    """The names and types of a functional TypedDict (a dict display) or NamedTuple (a list of pairs)."""
    pairs: list[tuple[ir.Expr | None, ir.Expr]] = []
    if isinstance(expr, ir.Dict):
        pairs = [(entry.key, entry.value) for entry in expr.entries]
    elif isinstance(expr, ir.Sequence):
        for item in expr.items:
            if not isinstance(item, ir.Sequence) or len(item.items) != 2:
                return None
            pairs.append((item.items[0], item.items[1]))
    else:
        return None
    found = []
    for key, value in pairs:
        if not isinstance(key, ir.Constant) or not isinstance(key.value, str):
            return None
        found.append((key.value, value))
    return found


def first_name(node: Node) -> Node:
    """The identifier of a type parameter, with or without a bound."""
    while node.type != "identifier" and node.named_children:
        node = node.named_children[0]
    return node


def _decorators(node: Node) -> list[Node]:
    parent = node.parent
    if parent is None or parent.type != "decorated_definition":
        return []
    return [child.named_children[0] for child in parent.children if child.type == "decorator" and child.named_children]


def _is_plain_builtin(name: str) -> bool:
    import builtins

    module, _, last = name.rpartition(".")
    live = getattr(builtins, last, None) if module == "builtins" else None
    return isinstance(live, type) and not issubclass(live, str | tuple | type) and live.__module__ == "builtins"
