"""What a dotted name in a text refers to, across the modules of its project."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from op_lint.bindings import Binding, parameter_named
from op_lint.facts import Place
from op_lint.read.expr import Attribute, Range
from op_lint.read.reader import SkippedError
from op_lint.resolve.environment import Environment
from op_lint.resolve.evaluate import Evaluator
from op_lint.resolve.lookup import Bound, Lookup, dotted
from op_lint.resolve.project import Module, Project

Point = tuple[int, int]
"""A line and a column, from 0, in code points."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A name's definition: ``kind`` is the analyzer's (``def``, ``class``, ``assign``), ``place`` the name itself."""

    name: str
    kind: str
    place: Place


def definition(project: Project, module: Module, point: Point) -> Definition | None:
    """Where the name at a point is defined; None where there is no name, or none of this project."""
    node = name_at(module, point)
    if node is None:
        return None
    with Evaluator(project) as evaluator:
        found = _meaning(evaluator, module, node)
    return _placed(found) if found is not None else None


def defined_as(project: Project, module: Module, name: str) -> Definition | None:
    """What a dotted name stands for once a module has run; None where it is none of this project."""
    lookup = Lookup(project)
    found = lookup.settle(lookup.path(module, module.index.root, tuple(name.split(".")), None))
    return _placed(found) if isinstance(found, Bound) else None


def _meaning(ev: Evaluator, module: Module, node: Node) -> Bound | None:
    """What a name stands for, a method that is named through an instance (``self.find``) included."""
    parts = dotted(node)
    scope = module.index.scope_of(node)
    if parts is not None:
        found = ev.lookup.settle(ev.lookup.path(module, scope, parts, node.start_byte))
        if isinstance(found, Bound):
            return found
    if node.type != "attribute":
        return None
    try:
        expr = ev.project.reader.expression(module.source.lines, node)
    except SkippedError:
        return None
    if not isinstance(expr, Attribute):
        return None
    return ev.functions.member(expr, Environment(module, scope, node.start_byte))


def name_at(module: Module, point: Point) -> Node | None:
    """The dotted name that ends with the identifier at a point: ``a.b`` when it is on ``b``, ``a`` when on ``a``.

    None for the name of a parameter, where it is declared and where a call gives it by keyword.
    """
    lines = module.source.lines
    offset = lines.to_byte(lines.offset(*point))
    root = module.index.root
    node = root.named_descendant_for_byte_range(offset, offset)
    if node is not None and node.type != "identifier" and offset:
        node = root.named_descendant_for_byte_range(offset - 1, offset - 1)
    if node is None or node.type != "identifier":
        return None
    parent = node.parent
    if parent is not None and parent.type == "attribute":
        last = parent.child_by_field_name("attribute")
        if last is not None and last.id == node.id:
            return parent
    if parent is not None and (_is_keyword(node, parent) or parameter_named(node, parent) is not None):
        return None
    return node


def _is_keyword(node: Node, parent: Node) -> bool:
    name = parent.child_by_field_name("name") if parent.type == "keyword_argument" else None
    return name is not None and name.id == node.id


def _placed(found: Bound) -> Definition:
    node = found.binding.node
    if found.binding.kind in ("def", "class"):
        node = node.child_by_field_name("name") or node
    lines = found.module.source.lines
    return Definition(
        found.binding.name,
        found.binding.kind,
        Place(found.module.path, lines.byte_range(node.start_byte, node.end_byte)),
    )


def _renames(binding: Binding, name: str) -> bool:
    return binding.imported is not None and binding.imported.name == name


def references(project: Project, module: Module, wanted: Definition) -> list[Range]:
    """Where a module names a definition, also by another name of an import; the definition itself left out."""
    index = module.index
    found = []
    names = {wanted.name, *(each.name for each in index.imports() if _renames(each, wanted.name))}
    listed = b"|".join(re.escape(name.encode()) for name in sorted(names))
    pattern = re.compile(rb"(?<![\w\x80-\xff])(?:" + listed + rb")(?![\w\x80-\xff])")
    with Evaluator(project) as evaluator:
        for match in pattern.finditer(index.lines.data):
            where = index.lines.byte_range(*match.span())
            node = name_at(module, (where.start_line, where.start_column))
            meaning = _meaning(evaluator, module, node) if node is not None else None
            here = Place(module.path, where)
            if meaning is not None and _placed(meaning).place == wanted.place and here != wanted.place:
                found.append(where)
    return found
