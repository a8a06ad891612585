"""Classes of the project that a model can be asked for: Enums, TypedDicts, dataclasses, pydantic models, tuples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias

from op_runtime.menu import Field, Function, Schema, Unknown, UnknownType, enumeration
from op_runtime.menu.schema import Opaque, Record

from op_lint.read import expr as ir
from op_lint.resolve.bodies import UntoldError, Written, written
from op_lint.resolve.environment import Environment
from op_lint.resolve.fields import Fields
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
_CALLS = frozenset({"__call__", "__new__", "__init_subclass__", "__class_getitem__", "__get__"})
_ENUM_HOOKS = ("_generate_next_value_", "__new__", "_ignore_", "__init__")
_METACLASSES = ("abc.ABCMeta", "enum.EnumMeta", "enum.EnumType", "builtins.type")
_MAX_BASES = 30


class Classes:
    """Reads the classes of one project."""

    def __init__(self, evaluator: Evaluator, types: Types) -> None:
        self.ev = evaluator
        self.types = types
        self.fields = Fields(evaluator, types, self)
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
        changed = self.ev.elsewhere.change_of(module, node)
        if changed is not None:
            return UnknownType(changed)
        if kind == "plain":
            return Opaque(name)
        if kind == "unknown":
            return UnknownType(f"`{name}` has a base or a decorator that op-lint does not read")
        if kind == "enum":
            members = self.members(module, node)
            if members is None:
                return UnknownType(f"the members of `{name}` are computed at run time")
            return enumeration((each.name, each.value, each) for each in members)
        try:
            return Record(self.fields.of(kind, module, node), name)
        except UntoldError as error:
            return UnknownType(error.reason)

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
            self._members[key] = []  # while they are found, a name in the body is the value that it is given
            self._members[key] = self._find_members(module, node)
        return self._members[key]

    def enum_member(self, module: Module, node: Node, name: str) -> EnumMember | Unknown | None:
        """The member of this name of the Enum at a node; None for other classes, and for a second name of a member."""
        if _no_member(name) or self.kind(module, node) != "enum":
            return None
        members = self.members(module, node)
        if members is None:
            enum = module.index.text(node.child_by_field_name("name"))
            return Unknown(f"the members of `{enum}` are computed at run time")
        return next((each for each in members if each.name == name), None)

    def makes_plain_values(self, module: Module, node: Node) -> bool:
        """Whether an instance of a class is surely no function, type, tuple or text."""
        kind = self.kind(module, node)
        if kind in ("dataclass", "pydantic", "typed dict"):
            return not any(self._defines(module, node, name) for name in _CALLS)
        if kind != "plain":
            return False
        for owner, class_node in self.line(module, node):
            if any(self._defines(owner, class_node, name) for name in _CALLS):
                return False
            for base in self.bases(owner, class_node):
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
            own = self.fields.stated_required(annotation, env) if name == "typing.TypedDict" else None
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
        said: Literal["", "value"] = "value" if name == "enum.StrEnum" else ""
        return [EnumMember(title, key, value, said) for key, value in pairs]

    def _find_kind(self, module: Module, node: Node, depth: int) -> ClassKind:
        found: ClassKind = "plain"
        for decorator in _decorators(node):
            called = decorator.child_by_field_name("function") if decorator.type == "call" else decorator
            name = self._outside(module, node, called)
            if name == "dataclasses.dataclass":
                found = "dataclass"
            elif name not in ("typing.final", "typing_extensions.final", "enum.unique", "functools.total_ordering"):
                return "unknown"
        if any(self._outside(module, node, each) not in _METACLASSES for each in _metaclasses(node)):
            return "unknown"
        for base in self.bases(module, node):
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

    def bases(self, module: Module, node: Node) -> Iterator[Meaning | None]:
        """What each base of a class is; None where it is no name."""
        scope = module.index.scope_of(node)
        for base in class_bases(node):
            inner = base.child_by_field_name("value") if base.type == "subscript" else base
            parts = dotted(inner) if inner is not None else None
            if parts is None:
                yield None
            else:
                yield self.ev.lookup.settle(self.ev.lookup.path(module, scope, parts, node.start_byte))

    def line(self, module: Module, node: Node, depth: int = 0) -> list[tuple[Module, Node]]:
        """The project's classes that make this one up, itself first, in the order in which Python asks them."""
        self.ev.look_at(module, node)
        above = [base for base in self.bases(module, node) if isinstance(base, Bound) and base.binding.kind == "class"]
        direct = [(base.module, base.binding.node) for base in above] if depth < _MAX_BASES else []
        rows = [*(self.line(*each, depth + 1) for each in direct), direct]
        found = [(module, node)]
        while rows := [row for row in rows if row]:
            heads = [row[0] for row in rows]
            head = next((each for each in heads if not any(each in row[1:] for row in rows)), heads[0])
            found.append(head)
            rows = [[each for each in row if each != head] for row in rows]
        return found

    def outside_bases(self, module: Module, node: Node) -> set[str]:
        """The full names of the bases that come from outside the project."""
        names = {base.name for base in self.bases(module, node) if isinstance(base, Outside)}
        return {name.replace("typing_extensions.", "typing.") for name in names}

    def is_dataclass(self, module: Module, node: Node) -> bool:
        """Whether a class itself is decorated as a dataclass."""
        called = (each.child_by_field_name("function") if each.type == "call" else each for each in _decorators(node))
        return any(self._outside(module, node, each) == "dataclasses.dataclass" for each in called)

    def _defines(self, module: Module, node: Node, name: str) -> bool:
        return bool(module.index.bindings(node, name))

    def _find_members(self, module: Module, node: Node) -> list[EnumMember] | None:
        index = module.index
        line = self.line(module, node)
        if any(self._defines(*each, hook) for each in line for hook in _ENUM_HOOKS):
            return None
        bases = {base for each in line for base in self.outside_bases(*each)}
        wanted: type | None = str if {"enum.StrEnum", "builtins.str"} & bases else None
        wanted = int if {"enum.IntEnum", "builtins.int"} & bases else wanted
        if {"enum.Flag", "enum.IntFlag"} & bases:
            return None
        name = index.text(node.child_by_field_name("name"))
        members: list[EnumMember] = []
        try:
            body = list(written(module, node))
        except UntoldError:
            return None
        if any(child.type == "class_definition" for child in _statements(node)):
            return None  # a member or not, by the Python that runs
        for each in body:
            if each.value is None or _no_member(each.name):
                continue
            value = self._enum_value(module, node, each, members, text="enum.StrEnum" in bases)
            if isinstance(value, Unknown | Function) or (wanted is not None and type(value) is not wanted):
                return None
            if not any(known.value == value for known in members):
                members.append(EnumMember(name, each.name, value, _said_by(bases, wanted)))
        return members

    def _enum_value(
        self, module: Module, node: Node, written: Written, before: list[EnumMember], *, text: bool
    ) -> object:
        assert written.value is not None
        env = Environment(module, node, written.value.start_byte)
        if written.value.type == "call":
            called = self._outside(module, node, written.value.child_by_field_name("function"))
            if called == "enum.auto":
                if text:
                    return written.name.lower()
                numbers = [each.value for each in before if isinstance(each.value, int)]
                return max(numbers, default=0) + 1 if len(numbers) == len(before) else Unknown("it counts on")
            if called in ("enum.nonmember", "enum.member"):
                return Unknown("it is made by a call")
        return plain(self.ev.node(written.value, env))


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


def _said_by(bases: set[str], wanted: type | None) -> Literal["", "value", "name"]:
    """What ``str()`` gives for the members of an Enum that are text; ``""`` where they are none."""
    if wanted is not str:
        return ""
    return "value" if "enum.StrEnum" in bases else "name"


def first_name(node: Node) -> Node:
    """The identifier of a type parameter, with or without a bound."""
    while node.type != "identifier" and node.named_children:
        node = node.named_children[0]
    return node


def _metaclasses(node: Node) -> list[Node]:
    arguments = node.child_by_field_name("superclasses")
    found = []
    for child in arguments.named_children if arguments is not None else []:
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if child.type in ("dictionary_splat", "list_splat") or (name is not None and name.text == b"metaclass"):
            found.append(value if value is not None else child)
    return found


def _no_member(name: str) -> bool:
    """Whether a name in the body of an Enum is none of its members: ``_x_``, ``__x__`` and ``__x``."""
    return name.startswith("__") or (name.startswith("_") and name.endswith("_"))


def _statements(node: Node) -> list[Node]:
    body = node.child_by_field_name("body")
    return body.named_children if body is not None else []


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
