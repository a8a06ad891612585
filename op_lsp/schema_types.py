"""The types that a schema's field may have: Python's own, and the classes that a document can name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from op_lint.finding import Edit
from op_lint.resolve.classes import ClassKind
from op_lint.resolve.evaluate import Evaluator
from op_lint.resolve.lookup import Bound
from op_lint.resolve.project import Module
from op_lsp.imports import importing
from op_lsp.workspace import View

PLAIN = ("str", "int", "float", "bool", "list[str]", "dict")
"""Types that need no import, the usual ones first."""

_KINDS: dict[ClassKind, str] = {
    "enum": "Enum",
    "typed dict": "TypedDict",
    "dataclass": "dataclass",
    "pydantic": "pydantic model",
    "named tuple": "NamedTuple",
}


@dataclass(frozen=True, slots=True)
class SchemaType:
    """One type: ``code`` is written, ``snippet`` the same with places to fill, ``imports`` what it needs."""

    label: str
    about: str = ""
    snippet: str | None = None
    imports: tuple[Edit, ...] = ()


def schema_types(view: View) -> Iterator[SchemaType]:
    """The types, the document's own classes last."""
    for name in PLAIN:
        yield SchemaType(name)
    module = view.workspace.project_of(view.snapshot.name).module(view.snapshot.name)
    if module is None:
        return
    imports = importing(view, module, "typing", "Literal")
    if imports is not None:
        yield SchemaType("Literal", "One of these values.", 'Literal["${1:one}", "${2:other}"]', imports)
    for name, kind in _classes(view, module):
        yield SchemaType(name, kind)


def _classes(view: View, module: Module) -> Iterator[tuple[str, str]]:
    """The classes at the top of a module that are types of a field, imported ones included, with what each is."""
    ev = Evaluator(view.workspace.project_of(view.snapshot.name))
    root = module.index.root
    imported = [each.name for each in module.index.imports() if each.scope.id == root.id]
    for name in dict.fromkeys([*imported, *_defined(module, root)]):
        found = ev.lookup.settle(ev.lookup.path(module, root, (name,), None))
        if isinstance(found, Bound) and found.binding.kind == "class":
            kind = _KINDS.get(ev.types.classes.kind(found.module, found.binding.node))
            if kind is not None:
                yield name, kind


def _defined(module: Module, root: Node) -> Iterator[str]:
    for child in root.named_children:
        node = child.child_by_field_name("definition") if child.type == "decorated_definition" else child
        if node is not None and node.type == "class_definition":
            yield module.index.text(node.child_by_field_name("name"))
