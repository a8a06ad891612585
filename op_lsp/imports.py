"""The edit that imports a name where a document does not have it yet."""

from __future__ import annotations

from tree_sitter import Node

from op_lint.finding import Edit
from op_lint.imports import Import, read_import
from op_lint.read.expr import Range
from op_lint.resolve.project import Module
from op_lsp.documents import Cell
from op_lsp.workspace import View

_IMPORTS = ("import_statement", "import_from_statement", "future_import_statement")
_DEFINITIONS = ("function_definition", "class_definition", "decorated_definition")


def importing(view: View, module: Module, other: str, name: str) -> tuple[Edit, ...] | None:
    """The edit that imports ``name`` from the module ``other``; none where the document does so already.

    None where the name means something else in this document. ``module`` is the document as its project knows it; in a
    notebook the edit stays in the cell.
    """
    bound = module.index.bindings(module.index.root, name)
    if bound:
        known = [each.imported for each in bound]
        ours = all(each is not None and _is(each, other, name) for each in known)
        return () if ours else None
    return (_edit(module, other, name, view.snapshot.cell),)


def _is(imported: Import, other: str, name: str) -> bool:
    here = imported.module == other or (imported.module, other) == ("typing_extensions", "typing")
    return here and imported.name == name


def _edit(module: Module, other: str, name: str, cell: Cell | None) -> Edit:
    """Into an import of the same module, else behind the last import above all definitions, else before everything."""
    source = module.source
    everything = [node for node in module.index.root.named_children if node.type != "comment"]
    statements = [node for node in everything if cell is None or cell.holds(_line(module, node))]
    first = next((number for number, node in enumerate(statements) if node.type in _DEFINITIONS), len(statements))
    imports = [node for node in statements[:first] if node.type in _IMPORTS]
    for statement in imports:
        if statement.type == "import_from_statement" and not statement.has_error and _names(statement, other):
            return Edit(_behind(module, statement.children_by_field_name("name")[-1]), f", {name}")
    text = f"from {other} import {name}"
    head = statements[0] if statements and _is_head(module, statements[0], cell) else None
    above = imports[-1] if imports else head
    if above is not None and (imports or len(statements) == 1):
        return Edit(_behind(module, above), source.newline + text)
    rest = statements[1:] if head is not None else statements
    start = source.lines.from_byte(rest[0].start_byte) if rest else _start(module, cell)
    return Edit(source.lines.range(start, start), text + source.newline)


def _is_head(module: Module, statement: Node, cell: Cell | None) -> bool:
    """Whether a statement is one that has to stay first: a docstring, or what stands for a cell's ``%%time``."""
    if cell is not None:
        return statement.type == "pass_statement" and _line(module, statement) == cell.first
    return statement.type == "expression_statement" and any(
        child.type in ("string", "concatenated_string") for child in statement.named_children
    )


def _line(module: Module, node: Node) -> int:
    return module.source.lines.position(module.source.lines.from_byte(node.start_byte))[0]


def _start(module: Module, cell: Cell | None) -> int:
    return len(module.source.text) if cell is None else module.source.lines.offset(cell.first, 0)


def _names(statement: Node, other: str) -> bool:
    """Whether an import takes names one by one from this very module."""
    return all(each.module == other and each.bound != "*" for each in read_import(statement))


def _behind(module: Module, node: Node) -> Range:
    end = module.source.lines.from_byte(node.end_byte)
    return module.source.lines.range(end, end)
