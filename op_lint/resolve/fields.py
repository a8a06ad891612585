"""The fields of a dataclass, a pydantic model, a TypedDict or a NamedTuple of the project, as their own rules say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from op_runtime.menu import MISSING, Field, Unknown, UnknownType
from op_runtime.menu.annotations import json_default

from op_lint.read import expr as ir
from op_lint.read.reader import SkippedError
from op_lint.resolve.bodies import UntoldError, Written, written
from op_lint.resolve.environment import Environment
from op_lint.resolve.lookup import Bound, Outside, dotted
from op_lint.resolve.values import Leaf, plain, unknown_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.classes import Classes, ClassKind
    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module
    from op_lint.resolve.types import Types

_MAKERS = {"dataclass": "dataclasses.field", "pydantic": "pydantic.Field"}
_NO_FIELDS = ("typing.ClassVar", "dataclasses.KW_ONLY")
_GENERATED = ("alias_generator", "use_attribute_docstrings")
"""Settings of a pydantic model by which it makes names and descriptions itself."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """What a field says of itself where it is made by a call."""

    default: object = MISSING
    required: bool = True
    description: object = None
    alias: str | None = None
    given: bool = False
    """Whether the constructor takes it."""


class Fields:
    """Reads the fields of the classes of one project."""

    def __init__(self, evaluator: Evaluator, types: Types, classes: Classes) -> None:
        self.ev = evaluator
        self.types = types
        self.classes = classes

    def of(self, kind: ClassKind, module: Module, node: Node) -> tuple[Field, ...]:
        """The fields of a class, those of its bases among them.

        Raises:
            UntoldError: source cannot tell which fields there are.
        """
        line = self.classes.line(module, node)
        for owner, class_node in line:
            self.ev.look_at(owner, class_node)
        if kind == "dataclass":
            return tuple(self._of_dataclass(module, node).values())
        fields: dict[str, Field] = {}
        for owner, class_node in self._in_order(kind, line):
            self._add(fields, kind, owner, class_node)
        return tuple(fields.values())

    def stated_required(self, annotation: ir.Expr, env: Environment) -> bool | None:
        """What ``Required`` and ``NotRequired`` say in the annotation of a TypedDict's field."""
        annotation = self._untexted(annotation)
        while isinstance(annotation, ir.Subscript):
            name = self._name(annotation.value, env)
            if name in ("typing.Required", "typing.NotRequired"):
                return name == "typing.Required"
            if name not in ("typing.Annotated", "typing.ReadOnly"):
                return None
            annotation = self._untexted(annotation.items[0])
        return None

    def _in_order(self, kind: ClassKind, line: list[tuple[Module, Node]]) -> Iterator[tuple[Module, Node]]:
        """The classes whose bodies add fields, in the order in which they do."""
        if kind == "named tuple":  # a subclass of a NamedTuple class adds none
            yield from (each for each in line if "typing.NamedTuple" in self.classes.outside_bases(*each))
        elif kind == "typed dict":
            yield from self._bases_first(*line[0], seen=set())
        else:
            yield from reversed(line)

    def _bases_first(self, module: Module, node: Node, seen: set[tuple[str, int]]) -> Iterator[tuple[Module, Node]]:
        key = (module.path, node.start_byte)
        if key in seen:
            return
        seen.add(key)
        for base in self.classes.bases(module, node):
            if isinstance(base, Bound) and base.binding.kind == "class":
                yield from self._bases_first(base.module, base.binding.node, seen)
        yield module, node

    def _of_dataclass(self, module: Module, node: Node) -> dict[str, Field]:
        """The fields of a class by its decorated bases; one that is not decorated has those of the next that is."""
        line = self.classes.line(module, node)
        if not self.classes.is_dataclass(module, node):
            above = next((each for each in line[1:] if self.classes.is_dataclass(*each)), None)
            return self._of_dataclass(*above) if above is not None else {}
        fields: dict[str, Field] = {}
        for owner, class_node in reversed(line[1:]):
            if self.classes.is_dataclass(owner, class_node):
                fields.update(self._of_dataclass(owner, class_node))
        self._add(fields, "dataclass", module, node)
        return fields

    def _add(self, fields: dict[str, Field], kind: ClassKind, module: Module, node: Node) -> None:
        """Effect: adds what one class body writes; a field that is written again keeps its place."""
        env = Environment(module, node, None)
        if kind == "pydantic" and any(word in module.index.text(node) for word in _GENERATED):
            raise UntoldError(f"`{module.index.text(node.child_by_field_name('name'))}` makes its fields at run time")
        total = _total(module, node)
        body = list(written(module, node))
        last = {each.name: each.annotation for each in body if each.annotation is not None}
        for name, annotated in last.items():
            if kind == "pydantic" and name.startswith(("_", "model_config")):
                continue
            assert annotated is not None
            try:
                annotation = self.ev.project.reader.expression(module.source.lines, annotated)
            except SkippedError as error:
                fields[name] = Field(name, UnknownType(error.message))
                continue
            if kind == "typed dict":
                own = self.stated_required(annotation, env)
                schema = self.types.annotation(annotation, env)
                fields[name] = Field(name, schema, required=total if own is None else own)
                continue
            marked = self._marked(annotation, env)
            if marked in _NO_FIELDS:
                continue
            value = self._last_value(kind, module, node, body, name)
            made = self._field(kind, Written(name, annotated, value), annotation, env)
            if made is None:
                fields.pop(name, None)
            else:
                fields[name] = made

    def _last_value(self, kind: ClassKind, module: Module, node: Node, body: list[Written], name: str) -> Node | None:
        """What a name of a class body is assigned in the end; an inherited attribute is a dataclass's default."""
        if any(each.kind not in ("assign", "declare") for each in module.index.bindings(node, name)):
            raise UntoldError(f"`{name}` is bound twice in a class body")
        values = [each.value for each in body if each.name == name and each.value is not None]
        if values or kind != "dataclass":
            return values[-1] if values else None
        for owner, class_node in self.classes.line(module, node)[1:]:
            if module.index.bindings(class_node, name) if owner is module else owner.index.bindings(class_node, name):
                self._refuse_default(owner, class_node, name)
        return None

    def _refuse_default(self, owner: Module, class_node: Node, name: str) -> None:
        if any(each.kind != "declare" for each in owner.index.bindings(class_node, name)):
            raise UntoldError(f"the default of `{name}` is that of a base")

    def _field(self, kind: ClassKind, field: Written, annotation: ir.Expr, env: Environment) -> Field | None:
        schema = self.types.annotation(annotation, env)
        slot = _Slot()
        for call in self._makers(kind, field, annotation, env):
            made = self._made(kind, call, env)
            if not made.given:
                return None
            slot = _Slot(
                slot.default if made.required else made.default,
                slot.required and made.required,
                slot.description if made.description is None else made.description,
                made.alias or slot.alias,
            )
        if field.value is not None and not self._is_maker(kind, field.value, env):
            slot = replace(slot, default=self._default(kind, field.value, env), required=False)
        text = slot.description
        description = text if isinstance(text, str | Unknown) and text else None
        default = slot.default if isinstance(slot.default, Unknown) else json_default(schema, slot.default)
        return Field(slot.alias or field.name, schema, description, required=slot.required, default=default)

    def _default(self, kind: ClassKind, value: Node, env: Environment) -> object:
        """What a field is assigned. Raises UntoldError where that may be a ``field(...)`` made elsewhere."""
        part = self.ev.node(value, replace(env, at=value.start_byte))
        missing = unknown_of(part)
        if missing is not None and kind in _MAKERS and isinstance(part, Leaf) and not part.shape:
            parts = dotted(value.child_by_field_name("function") or value)
            found = parts and self.ev.lookup.settle(self.ev.lookup.path(env.module, env.scope, parts, value.start_byte))
            if not isinstance(found, Outside):
                raise UntoldError(missing.reason)
        return plain(part)

    def _makers(self, kind: ClassKind, field: Written, annotation: ir.Expr, env: Environment) -> Iterator[ir.Call]:
        """The ``Field(...)`` or ``field(...)`` calls about a field: in its annotation, then its value."""
        annotation = self._untexted(annotation)
        if kind == "pydantic" and isinstance(annotation, ir.Subscript):
            for item in annotation.items[1:] if self._name(annotation.value, env) == "typing.Annotated" else ():
                if isinstance(item, ir.Call) and self._name(item.func, env) == "pydantic.Field":
                    yield item
        if field.value is not None and self._is_maker(kind, field.value, env):
            try:
                value = self.ev.project.reader.expression(env.module.source.lines, field.value)
            except SkippedError as error:
                raise UntoldError(error.message) from None
            if isinstance(value, ir.Call):
                yield value

    def _is_maker(self, kind: ClassKind, value: Node, env: Environment) -> bool:
        called = value.child_by_field_name("function") if value.type == "call" else None
        parts = dotted(called) if called is not None else None
        if parts is None:
            return False
        found = self.ev.lookup.settle(self.ev.lookup.path(env.module, env.scope, parts, value.start_byte))
        return isinstance(found, Outside) and found.name == _MAKERS.get(kind)

    def _made(self, kind: ClassKind, call: ir.Call, env: Environment) -> _Slot:
        """What a ``field(...)`` says; not ``given`` where ``__init__`` does not take the field."""
        if any(arg.star for arg in call.args):
            raise UntoldError(env.computed(call))
        values = {arg.keyword: arg.value for arg in call.args if arg.keyword is not None}
        init = plain(self.ev.expression(values["init"], env)) if "init" in values and kind == "dataclass" else True
        if isinstance(init, Unknown):
            raise UntoldError(init.reason)
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
        alias = self._alias(values, env) if kind == "pydantic" else None
        return _Slot(default, required, self._description(kind, values, env), alias, given=bool(init))

    def _description(self, kind: ClassKind, values: dict[str, ir.Expr], env: Environment) -> object:
        if kind == "pydantic":
            return plain(self.ev.expression(values["description"], env)) if "description" in values else None
        metadata = plain(self.ev.expression(values["metadata"], env)) if "metadata" in values else None
        if isinstance(metadata, dict) and not any(isinstance(key, Unknown) for key in metadata):
            return metadata.get("description")
        return metadata if metadata is None or isinstance(metadata, Unknown) else Unknown("its metadata is computed")

    def _alias(self, values: dict[str, ir.Expr], env: Environment) -> str | None:
        """The key that a pydantic field is read from, where it is another than its name."""
        for key in ("validation_alias", "alias"):
            if key not in values:
                continue
            value = values[key]
            if isinstance(value, ir.Call) and self._name(value.func, env) == "pydantic.AliasChoices":
                texts = [plain(self.ev.expression(arg.value, env)) for arg in value.args]
                found = next((each for each in texts if isinstance(each, str | Unknown)), None)
            elif isinstance(value, ir.Call) and self._name(value.func, env) == "pydantic.AliasPath":
                continue
            else:
                told = plain(self.ev.expression(value, env))
                found = told if isinstance(told, str | Unknown) else None
            if isinstance(found, Unknown):
                raise UntoldError(found.reason)
            if found is not None:
                return found
        return None

    def _marked(self, annotation: ir.Expr, env: Environment) -> str | None:
        """The full name of what an annotation begins with: ``typing.ClassVar``, ``dataclasses.InitVar``, ..."""
        annotation = self._untexted(annotation)
        return self._name(annotation.value if isinstance(annotation, ir.Subscript) else annotation, env)

    def _untexted(self, annotation: ir.Expr) -> ir.Expr:
        if isinstance(annotation, ir.Constant) and isinstance(annotation.value, str):
            return self.ev.project.reader.annotation(annotation.value) or annotation
        return annotation

    def _name(self, expr: ir.Expr, env: Environment) -> str | None:
        meaning = self.ev.meaning(expr, env)
        settled = self.ev.lookup.settle(meaning) if meaning is not None else None
        return settled.name.replace("typing_extensions.", "typing.") if isinstance(settled, Outside) else None


def _total(module: Module, node: Node) -> bool:
    """Whether the keys of a TypedDict are required where they do not say so themselves."""
    arguments = node.child_by_field_name("superclasses")
    for child in arguments.named_children if arguments is not None else []:
        if child.type == "keyword_argument" and module.index.text(child.child_by_field_name("name")) == "total":
            said = module.index.text(child.child_by_field_name("value"))
            if said not in ("True", "False"):
                raise UntoldError(f"`total={said}` is computed at run time")
            return said == "True"
    return True
