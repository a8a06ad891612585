"""Types written in source, as the same schemas that live types give."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from op_runtime.menu import ELLIPSIS, Schema, Unknown, UnknownType, construct, literal
from op_runtime.menu.schema import AnyJson, Choice, Null, Opaque, Reference, TupleOf, union

from op_lint.bindings import Binding
from op_lint.read import expr as ir
from op_lint.read.reader import SkippedError
from op_lint.resolve.classes import Classes, first_name
from op_lint.resolve.effort import READING, TOO_MUCH
from op_lint.resolve.environment import Environment
from op_lint.resolve.lookup import Bound, Inside, Meaning, Outside, Unresolved
from op_lint.resolve.standard import standard_type
from op_lint.resolve.values import EnumMember, Leaf, Part, plain

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module

_NOT_YET_IN_TYPING = frozenset({"Buffer", "TypeForm", "TypeIs"})
"""What is shown by its name and may be in ``typing_extensions`` only."""
_TYPING = frozenset({"typing", "typing_extensions", "collections.abc", "types"})

NOWHERE = ir.Range(0, 0, 0, 0)

_Key: TypeAlias = tuple[str, int, tuple[Schema, ...]]


class Types:
    """Reads annotations and classes of one project."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.ev = evaluator
        self.classes = Classes(evaluator, self)
        self._open: dict[_Key, str] = {}
        self._done: dict[_Key, Schema] = {}
        self._known: dict[_Key, Schema] = {}
        self._named_open: set[tuple[str, int]] = set()
        self._named_done: dict[tuple[str, int], Schema] = {}
        self._arguments: dict[tuple[str, int], Schema] = {}
        """What the type variables of the type that is being read stand for, by where they are bound."""

    def annotation(self, expr: ir.Expr, env: Environment) -> Schema:
        """The type that an annotation states; all annotations of a module may be text."""
        if env.module.postponed:
            return self._text(env.module.source.lines.slice(expr.range), env)
        return self.of_expression(expr, env)

    def of_node(self, node: Node, env: Environment) -> Schema:
        """The type at a node, which is no text."""
        try:
            expr = self.ev.project.reader.expression(env.module.source.lines, node)
        except SkippedError as error:
            return UnknownType(error.message)
        return self.of_expression(expr, env)

    def annotation_at(self, node: Node, env: Environment) -> Schema:
        """The type that the annotation at a node states."""
        try:
            expr = self.ev.project.reader.expression(env.module.source.lines, node)
        except SkippedError as error:
            return UnknownType(error.message)
        return self.annotation(expr, env)

    def of_expression(self, expr: ir.Expr, env: Environment) -> Schema:
        """The type that an expression states."""
        return self._read(expr, env, text=False)

    def of_class(self, module: Module, node: Node, arguments: tuple[Schema, ...] = ()) -> Schema:
        """The type that a class of the project is, with its type arguments; inside itself it is a reference."""
        variables = self.classes.variables(module, node)
        return self._recursive(module, node, lambda name: self.classes.schema(module, node, name), variables, arguments)

    def is_type_expression(self, expr: ir.Expr, env: Environment) -> bool:
        """Whether ``expr[...]`` is a type with arguments, and not an item of a container."""
        meaning = self.ev.meaning(expr, env)
        settled = self.ev.lookup.settle(meaning) if meaning is not None else None
        if isinstance(settled, Outside):
            module = settled.name.rpartition(".")[0]
            return module in _TYPING or construct(settled.name) is not None or settled.name == "builtins.type"
        if isinstance(settled, Bound) and settled.binding.kind == "class":
            return self.classes.kind(settled.module, settled.binding.node) != "enum"
        return isinstance(settled, Bound) and settled.binding.kind == "alias"

    def enum_member(self, module: Module, binding: Binding) -> EnumMember | Unknown | None:
        """The member that an assignment in the body of an Enum makes; see ``Classes.enum_member``."""
        return self.classes.enum_member(module, binding.scope, binding.name)

    def enum_call(self, called: Bound, expr: ir.Call, env: Environment) -> EnumMember | None:
        """The member that ``Colour("red")`` gives."""
        first = expr.positional(0)
        if first is None or self.classes.kind(called.module, called.binding.node) != "enum":
            return None
        wanted = plain(self.ev.expression(first.value, env))
        members = self.classes.members(called.module, called.binding.node)
        return next((each for each in members or () if each.value == wanted and type(each.value) is type(wanted)), None)

    def makes_plain_values(self, module: Module, node: Node) -> bool:
        """Whether an instance of a class is surely no function, type, tuple or text."""
        return self.classes.makes_plain_values(module, node)

    def made(self, name: str, expr: ir.Call, env: Environment) -> Schema | None:
        """The type that a call of a function from outside makes: ``NewType``, ``TypeVar``, ``Enum``, ...; else None."""
        name = name.replace("typing_extensions.", "typing.")
        if name == "typing.TypeVar":
            constraints = [arg.value for arg in expr.args[1:] if arg.keyword is None and not arg.star]
            if constraints:
                return union(tuple(self._read(each, env, text=False) for each in constraints))
            bound = expr.keyword("bound")
            return self._read(bound.value, env, text=False) if bound is not None else AnyJson()
        second = expr.positional(1)
        if name in ("typing.NewType", "typing.TypeAliasType") and second is not None:
            return self._read(second.value, env, text=False)
        return self.classes.functional(name, expr, env)

    def is_ordinary(self, module: Module, node: Node) -> bool:
        """Whether a class is a plain one or a dataclass, all of whose bases are read."""
        return self.classes.kind(module, node) in ("plain", "dataclass")

    def _text(self, text: str, env: Environment) -> Schema:
        env = replace(env, at=None)  # text is resolved when the module has run
        expr = self.ev.project.reader.annotation(text)
        shown = " ".join(text.split())
        if expr is None:
            return Opaque(shown)
        return self._read(expr, env, text=True)

    def _read(self, expr: ir.Expr, env: Environment, *, text: bool) -> Schema:
        if isinstance(expr, ir.Constant):
            if expr.value is None:
                return Null()
            if isinstance(expr.value, str):
                return self._text(expr.value, env)
        if isinstance(expr, ir.Other) and expr.what == "...":
            return ELLIPSIS
        if isinstance(expr, ir.Name | ir.Attribute):
            return self._named(expr, env, text=text)
        if isinstance(expr, ir.Subscript):
            return self._generic(expr, env, text=text)
        if isinstance(expr, ir.Binary) and expr.op == "|":
            return union(tuple(self._read(side, env, text=text) for side in (expr.left, expr.right)))
        return UnknownType(self._computed(expr, env, text=text))

    def _computed(self, expr: ir.Expr, env: Environment, *, text: bool) -> str:
        return "the type is computed at run time" if text else env.computed(expr)

    def _named(self, expr: ir.Name | ir.Attribute, env: Environment, *, text: bool) -> Schema:
        meaning = self.ev.meaning(expr, env)
        if meaning is None:
            own = env.names.get(_source(expr))
            if isinstance(own, Leaf) and isinstance(own.value, Schema):
                return own.value
            return UnknownType(self._computed(expr, env, text=text))
        return self._of_meaning(self.ev.lookup.settle(meaning), _source(expr), env, text=text)

    def _of_meaning(self, meaning: Meaning, shown: str, env: Environment, *, text: bool) -> Schema:
        if isinstance(meaning, Unresolved):
            if text and meaning.undefined:
                return Opaque(_last(shown))
            return UnknownType(meaning.reason)
        if isinstance(meaning, Outside):
            return self._outside(meaning, (), shown)
        if isinstance(meaning, Inside):
            return UnknownType(f"`{shown}` is a module")
        if meaning.type_only:
            return Opaque(_last(shown) if text else shown)
        return self._bound(meaning, shown, env, text=text)

    def _bound(self, meaning: Bound, shown: str, env: Environment, *, text: bool) -> Schema:
        binding, module = meaning.binding, meaning.module
        given = self._arguments.get((module.path, binding.node.start_byte))
        if given is not None:
            return given
        if binding.kind == "type parameter":
            return self._type_parameter(module, binding, env)
        if text and "." not in shown and not self._seen_by_text(binding, env):
            return Opaque(shown)
        if binding.kind == "class":
            return self.of_class(module, binding.node)
        inner = Environment(module, binding.scope, None, depth=env.depth + 1)
        if binding.kind == "alias" and binding.value is not None:
            return self._alias(meaning, inner, ())
        if binding.kind == "assign" and binding.value is not None and env.depth < 40:
            return self._once_assigned(binding.value, inner, shown)
        if binding.kind == "def":
            return Opaque(shown)
        return UnknownType(f"`{shown}` is set at run time")

    def _seen_by_text(self, binding: Binding, env: Environment) -> bool:
        """Whether text in ``env`` reaches a name: one of its module, or a class that its own class is or holds."""
        if binding.scope.type not in ("function_definition", "class_definition"):
            return True
        inside = binding.kind == "class" and env.scope.type == "class_definition"
        return inside and env.scope in (binding.scope, binding.node)

    def _alias(self, meaning: Bound, env: Environment, arguments: tuple[Schema, ...]) -> Schema:
        """What ``type X[T] = ...`` stands for."""
        binding, module, value = meaning.binding, meaning.module, meaning.binding.value
        assert value is not None
        generic = binding.node.parent
        inside = generic.named_children[-1] if generic is not None and generic.type == "generic_type" else None
        names: dict[str, Part] = {}
        for number, written in enumerate(inside.named_children if inside is not None else ()):
            schema = arguments[number] if number < len(arguments) else AnyJson()
            names[module.index.text(first_name(written))] = Leaf(schema, env.place(NOWHERE))
        known = env.with_names(names)
        return self._recursive(module, binding.node, lambda _: self.of_node(value, known), (), arguments)

    def _once_assigned(self, node: Node, env: Environment, shown: str) -> Schema:
        """What an assigned name stands for; a reference where it names itself: ``Json = Union[str, list["Json"]]``."""
        if not self.ev.effort.spend(READING):
            return UnknownType(TOO_MUCH)
        key = (env.module.path, node.start_byte)
        done = self._named_done
        if key in self._named_open:
            return Reference(shown, lambda: done[key], shown)
        if not self._named_open:
            done = self._named_done = {}
        self._named_open.add(key)
        try:
            done[key] = self._assigned(node, env)
        finally:
            self._named_open.remove(key)
        return done[key]

    def _assigned(self, node: Node, env: Environment) -> Schema:
        try:
            expr = self.ev.project.reader.expression(env.module.source.lines, node)
        except SkippedError as error:
            return UnknownType(error.message)
        env = replace(env, at=node.start_byte)
        if not isinstance(expr, ir.Call):
            return self.of_expression(expr, env)
        meaning = self.ev.meaning(expr.func, env)
        settled = self.ev.lookup.settle(meaning) if meaning is not None else None
        made = self.made(settled.name, expr, env) if isinstance(settled, Outside) else None
        return made if made is not None else UnknownType(env.computed(expr))

    def _type_parameter(self, module: Module, binding: Binding, env: Environment) -> Schema:
        node: Node | None = binding.node.parent
        holder = node.parent if node is not None else None
        if holder is None or holder.type != "constrained_type" or len(holder.named_children) != 2:
            return AnyJson()
        bound = holder.named_children[1]
        inner = Environment(module, module.index.scope_of(binding.scope), None, depth=env.depth + 1)
        try:
            expr = self.ev.project.reader.expression(module.source.lines, bound)
        except SkippedError as error:
            return UnknownType(error.message)
        if isinstance(expr, ir.Sequence) and expr.kind == "tuple":
            return union(tuple(self.of_expression(item, inner) for item in expr.items))
        return self.of_expression(expr, inner)

    def _generic(self, expr: ir.Subscript, env: Environment, *, text: bool) -> Schema:
        meaning = self.ev.meaning(expr.value, env)
        settled = self.ev.lookup.settle(meaning) if meaning is not None else None
        shown = _source(expr.value)
        if not isinstance(settled, Outside):
            if isinstance(settled, Bound) and settled.binding.kind == "assign":
                return UnknownType(f"`{shown}[...]` is computed at run time")
            if settled is None:
                return UnknownType(self._computed(expr, env, text=text))
            if isinstance(settled, Bound) and not settled.type_only and settled.binding.kind == "class":
                if text and "." not in shown and not self._seen_by_text(settled.binding, env):
                    return Opaque(shown)
                arguments = tuple(self._read(item, env, text=text) for item in expr.items)
                return self.of_class(settled.module, settled.binding.node, arguments)
            if isinstance(settled, Bound) and not settled.type_only and settled.binding.kind == "alias":
                arguments = tuple(self._read(item, env, text=text) for item in expr.items)
                inner = Environment(settled.module, settled.binding.scope, None, depth=env.depth + 1)
                return self._alias(settled, inner, arguments)
            return self._of_meaning(settled, shown, env, text=text)
        name = settled.name.replace("typing_extensions.", "typing.")
        if name == "typing.Literal":
            return self._literal(expr.items, env)
        if name in ("typing.Annotated", "dataclasses.InitVar"):
            return self._read(expr.items[0], env, text=text)
        empty = len(expr.items) == 1 and isinstance(expr.items[0], ir.Sequence) and not expr.items[0].items
        if name in ("builtins.tuple", "typing.Tuple") and empty:
            return TupleOf(())
        items = [item for item in expr.items if not (isinstance(item, ir.Sequence) and item.kind == "list")]
        return self._outside(settled, tuple(self._read(item, env, text=text) for item in items), shown)

    def _literal(self, items: Sequence[ir.Expr], env: Environment) -> Schema:
        values: list[object] = []
        for item in items:
            value = plain(self.ev.expression(item, env))
            if isinstance(value, Unknown):
                return UnknownType(value.reason)
            values.extend(value.results or value.values if isinstance(value, Choice) else (value,))
        values = list({(type(value), _key(value)): value for value in values}.values())
        scalars = [value.value if isinstance(value, EnumMember) else value for value in values]
        made = literal(scalars)
        return replace(made, results=tuple(values)) if isinstance(made, Choice) and scalars != values else made

    def _outside(self, meaning: Outside, arguments: tuple[Schema, ...], shown: str) -> Schema:
        found = construct(meaning.name, arguments)
        if found is None and meaning.name.startswith(("typing.", "typing_extensions.")):
            found = construct("collections.abc." + meaning.name.rpartition(".")[2], arguments)
        if found is not None:
            return found
        module, _, last = meaning.name.rpartition(".")
        top = module.partition(".")[0]
        if top == "op_runtime":
            return Opaque(last)
        if module == "typing_extensions":
            found = Opaque(last) if last in _NOT_YET_IN_TYPING else standard_type("typing", last)
        elif top in sys.stdlib_module_names:
            found = standard_type(module, last)
        return found or UnknownType(f"`{shown}` comes from `{module or meaning.name}`, which op-lint does not read")

    def _recursive(
        self,
        module: Module,
        node: Node,
        read: Callable[[str], Schema],
        variables: Sequence[tuple[str, int]] = (),
        arguments: tuple[Schema, ...] = (),
    ) -> Schema:
        """Effect: keeps what is being read, so that a type inside itself ends as a reference."""
        if not self.ev.effort.spend(READING):
            return UnknownType(TOO_MUCH)
        key = (module.path, node.start_byte, arguments)
        done = self._done
        if key in self._open:
            return Reference(self._open[key], lambda: done[key])
        outermost = not self._open
        if outermost:
            if key in self._known:
                return self._known[key]
            done = self._done = {}
        name = module.index.text(node.child_by_field_name("name") or node)
        taken = set(self._open.values())
        unique = next(each for each in (name, *(f"{name}{number}" for number in range(2, 1000))) if each not in taken)
        self._open[key] = unique
        outer = self._arguments
        self._arguments = dict(zip(variables, arguments, strict=False))
        try:
            schema = done[key] = read(name)
        finally:
            self._arguments = outer
            del self._open[key]
        if outermost:
            self._known[key] = schema
        return schema


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _key(value: object) -> object:
    return (value.enum, value.name) if isinstance(value, EnumMember) else value


def _source(expr: ir.Expr) -> str:
    if isinstance(expr, ir.Name):
        return expr.id
    if isinstance(expr, ir.Attribute):
        return f"{_source(expr.value)}.{expr.attr}"
    return "a type"
