"""What import statements bind."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from tree_sitter import Node


@dataclass(frozen=True, slots=True)
class Import:
    """One name that an import binds: ``module`` (dots in front where relative) itself, or ``name`` out of it."""

    module: str
    name: str | None
    bound: str
    """The name that is bound; ``*`` for all public names."""


def read_import(statement: Node) -> list[Import]:
    """What one import statement binds."""
    if statement.type == "import_statement":
        return [_plain_import(child) for child in statement.children_by_field_name("name")]
    source = statement.child_by_field_name("module_name")
    module = _decode(source)
    if any(child.type == "wildcard_import" for child in statement.children):
        return [Import(module, None, "*")]
    found = []
    for child in statement.children_by_field_name("name"):
        name = _decode(child.child_by_field_name("name") if child.type == "aliased_import" else child)
        alias = child.child_by_field_name("alias") if child.type == "aliased_import" else None
        found.append(Import(module, name, _decode(alias) if alias else name))
    return found


def _plain_import(child: Node) -> Import:
    if child.type == "aliased_import":
        return Import(_decode(child.child_by_field_name("name")), None, _decode(child.child_by_field_name("alias")))
    module = _decode(child)
    top = module.split(".")[0]
    return Import(top, None, top)


def normal(name: str) -> str:
    """A name as Python compares it."""
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def _decode(node: Node | None) -> str:
    text = (node.text or b"").decode("utf-8", "replace") if node is not None else ""
    return normal(re.sub(r"[\s\\]+", "", text))
