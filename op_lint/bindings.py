"""What an identifier binds, told by its place in the tree, and in which scope it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tree_sitter import Node

from op_lint.imports import Import, read_import

SCOPES = frozenset(
    {
        "module",
        "function_definition",
        "class_definition",
        "lambda",
        *(f"{kind}_comprehension" for kind in ("list", "set", "dictionary")),
        "generator_expression",
    }
)

ScopeOf: TypeAlias = Callable[[Node], Node]
"""From a node to the scope in which its code runs."""

BindingKind: TypeAlias = Literal[
    "import", "def", "class", "assign", "declare", "unpack", "augment", "walrus", "parameter", "loop", "delete",
    "global", "nonlocal", "alias", "type parameter", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Binding:
    """One place where a name gets a meaning in a scope.

    ``node`` is the definition, the import statement or the assigned name; ``value`` what is assigned.
    """

    kind: BindingKind
    name: str
    node: Node
    scope: Node
    value: Node | None = None
    annotation: Node | None = None
    imported: Import | None = None

    @property
    def start(self) -> int:
        """The byte from which the name has its meaning: behind what is assigned."""
        return self.node.start_byte if self.value is None else max(self.node.start_byte, self.value.end_byte)


def scope_around(node: Node) -> Node:
    """The scope in which the code at ``node`` runs; the outermost node where none is around it."""
    child, parent = node, node.parent
    while parent is not None:
        if parent.type in SCOPES and _runs_inside(parent, child):
            return parent
        child, parent = parent, parent.parent
    return child


def _runs_inside(scope: Node, child: Node) -> bool:
    if scope.type == "module":
        return True
    if scope.type in ("function_definition", "class_definition", "lambda"):
        body = scope.child_by_field_name("body")
        return body is not None and child.id == body.id
    first = next((each for each in scope.named_children if each.type == "for_in_clause"), None)
    # The first iterable of a comprehension runs outside it; names in it are rare enough to be looked for inside first.
    return first is not None


_PATTERNS = frozenset(
    {
        "pattern_list",
        "tuple_pattern",
        "list_pattern",
        "list_splat_pattern",
        "expression_list",
        "tuple",
        "list",
        "list_splat",
        "parenthesized_expression",
    }
)


def binding_of(node: Node, name: str, scope_of: ScopeOf) -> Binding | Literal["name only"] | None:
    """What an identifier binds; None where it is read, ``"name only"`` where it is no variable at all."""
    parent = node.parent
    if parent is None:
        return None
    kind = parent.type
    if kind in ("attribute", "keyword_argument"):
        role = "attribute" if kind == "attribute" else "name"
        return "name only" if is_child(parent, role, node) else None
    if kind == "keyword_pattern":
        return "name only"
    if kind in ("function_definition", "class_definition") and is_child(parent, "name", node):
        return Binding("def" if kind == "function_definition" else "class", name, parent, scope_of(parent))
    if kind == "dotted_name":
        return _dotted(node, parent, name, scope_of)
    if kind == "aliased_import":
        return _imported(parent, name, scope_of)
    parameter = parameter_named(node, parent)
    if parameter is not None:
        annotation = parameter.child_by_field_name("type") if parameter.type.startswith("typed") else None
        owner = _owner(parameter)
        return Binding("parameter", name, node, owner, parameter.child_by_field_name("value"), annotation)
    if kind in ("global_statement", "nonlocal_statement"):
        return Binding("global" if kind == "global_statement" else "nonlocal", name, node, scope_of(node))
    if kind == "named_expression" and is_child(parent, "name", node):
        scope = scope_of(node)
        while scope.type not in ("module", "function_definition", "lambda", "class_definition"):
            scope = scope_of(scope)
        return Binding("walrus", name, node, scope, parent.child_by_field_name("value"))
    return _target(node, name, scope_of)


def _target(node: Node, name: str, scope_of: ScopeOf) -> Binding | None:
    child, parent = node, node.parent
    while parent is not None and parent.type in _PATTERNS:
        child, parent = parent, parent.parent
    if parent is None:
        return None
    kind, scope = parent.type, scope_of(node)
    if kind == "assignment" and is_child(parent, "left", child):
        value, annotation = parent.child_by_field_name("right"), parent.child_by_field_name("type")
        if child.id != node.id:
            return Binding("unpack", name, node, scope, value)
        while value is not None and value.type == "assignment":  # a = b = value
            value = value.child_by_field_name("right")
        return Binding("assign" if value is not None else "declare", name, node, scope, value, annotation)
    if kind == "augmented_assignment" and is_child(parent, "left", child):
        return Binding("augment", name, node, scope, parent.child_by_field_name("right"))
    if kind in ("for_statement", "for_in_clause") and is_child(parent, "left", child):
        return Binding("loop", name, node, scope, parent.child_by_field_name("right"))
    if kind == "as_pattern_target":
        return Binding("other", name, node, scope)
    if kind == "delete_statement":
        return Binding("delete", name, node, scope)
    if kind == "generic_type" and parent.named_children[0].id == node.id and parent.parent is not None:
        return _type_name(node, parent.parent, name, scope_of)
    if kind in ("type", "splat_type"):
        return _type_name(node, parent, name, scope_of)
    if kind in ("as_pattern", "splat_pattern") and parent.parent is not None and "pattern" in parent.parent.type:
        last = parent.named_children[-1]
        return Binding("other", name, node, scope) if last.id == child.id else None
    return None


def _type_name(node: Node, parent: Node, name: str, scope_of: ScopeOf) -> Binding | None:
    """The name of a ``type`` statement, or a type parameter of a ``def`` or a class."""
    outer = parent.parent
    if outer is None:
        return None
    if outer.type == "type_alias_statement" and is_child(outer, "left", parent):
        return Binding("alias", name, node, scope_of(node), outer.child_by_field_name("right"))
    while outer is not None and outer.type in ("constrained_type", "splat_type", "type"):
        if outer.type == "constrained_type" and outer.named_children[0].id != parent.id:
            return None
        parent, outer = outer, outer.parent
    if outer is None or outer.type != "type_parameter" or outer.parent is None:
        return None
    owner = outer.parent
    return Binding("type parameter", name, node, owner) if is_child(owner, "type_parameters", outer) else None


def _dotted(node: Node, dotted: Node, name: str, scope_of: ScopeOf) -> Binding | Literal["name only"] | None:
    outer = dotted.parent
    if outer is None:
        return None
    if outer.type in ("import_statement", "import_from_statement", "aliased_import", "relative_import"):
        return (
            _imported(dotted, name, scope_of)
            if dotted.children[-1].id == node.id or outer.type == "import_statement"
            else "name only"
        )
    if outer.type in ("case_pattern", "keyword_pattern") and dotted.child_count == 1:
        return None if name == "_" else Binding("other", name, node, scope_of(node))
    return "name only" if dotted.children[0].id != node.id else None


def _imported(node: Node, name: str, scope_of: ScopeOf) -> Binding | Literal["name only"]:
    """The import that binds ``name`` here: ``node`` is one of the statement's ``name`` children, or it is none."""
    statement = node.parent
    if statement is not None and statement.type == "aliased_import":
        node, statement = statement, statement.parent
    if statement is None or statement.type not in ("import_statement", "import_from_statement"):
        return "name only"
    names = statement.children_by_field_name("name")
    position = next((number for number, each in enumerate(names) if each.id == node.id), None)
    if position is None:
        return "name only"
    found = read_import(statement)[position]
    if found.bound != name:
        return "name only"
    return Binding("import", name, statement, scope_of(statement), imported=found)


def parameter_named(node: Node, parent: Node) -> Node | None:
    """The parameter that an identifier, a child of ``parent``, declares in a signature or a lambda."""
    holder = parent
    if holder.type in ("list_splat_pattern", "dictionary_splat_pattern") and holder.parent is not None:
        node, holder = holder, holder.parent
    if holder.type in ("parameters", "lambda_parameters"):
        return node
    if holder.type == "typed_parameter" and holder.children and holder.children[0].id == node.id:
        return holder
    if holder.type in ("default_parameter", "typed_default_parameter") and is_child(holder, "name", node):
        return holder
    return None


def _owner(parameter: Node) -> Node:
    node = parameter
    while node.parent is not None and node.type not in ("function_definition", "lambda"):
        node = node.parent
    return node


def is_child(parent: Node, role: str, node: Node) -> bool:
    """Whether a node is the one that plays a role, a field of the grammar, in another one."""
    child = parent.child_by_field_name(role)
    return child is not None and child.id == node.id
