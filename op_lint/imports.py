"""What import statements bind, told from a tree or, much sooner, from bytes."""

from __future__ import annotations

import re
import unicodedata
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME_BYTE = rb"[\w\x80-\xff]"
_GAP = rb"(?:[ \t\f]|\\\r?\n|\\\r)"
_FROM = re.compile(rb"(?<!" + _NAME_BYTE + rb")from((?:" + _GAP + rb"|[.\w\x80-\xff])+)\Z")
_NAMES = re.compile(_GAP + rb"*(\((?:[^()#]|#[^\r\n]*)*|(?:" + _GAP + rb"|[\w\x80-\xff.,*])+)")
_COMMENT = re.compile(rb"#[^\r\n]*")
_SPACE = re.compile(rb"[\s\\]+")


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


def read_imports(data: bytes) -> Iterator[Import]:
    """What the import statements of a text bind, at any depth; text that only looks like one is read as well.

    ``import a.b`` binds ``a.b`` here, with the dots.
    """
    data = data.removeprefix(BOM_UTF8)
    at = data.find(b"import")
    while at >= 0:
        end = at + len(b"import")
        if (data[at - 1 : at] == b"." or not goes_on(data, at - 1)) and not goes_on(data, end):
            yield from _read(data, at, end)
        at = data.find(b"import", end)


def goes_on(data: bytes, at: int) -> bool:
    """Whether the byte at ``at`` may be a part of a dotted name."""
    byte = data[at : at + 1] if at >= 0 else b""
    return byte.isalnum() or byte in (b"_", b".") or byte >= b"\x80"


def _read(data: bytes, at: int, end: int) -> Iterator[Import]:
    start = at
    while True:  # the line of ``import``, with the lines that it goes on from
        start = max(data.rfind(b"\n", 0, start), data.rfind(b"\r", 0, start)) + 1
        if start == 0 or data[:start].rstrip(b"\r\n")[-1:] != b"\\":
            break
        start -= 1
    source = _FROM.search(data[start:at])
    names = _NAMES.match(data, end)
    if names is None:
        return
    module = as_name(source[1]) if source is not None else ""
    for piece in _COMMENT.sub(b"", names[1]).strip(b"( \t\r\n\\").split(b","):
        words = _SPACE.sub(b" ", piece).split()
        if not words or words[0] == b"as":
            continue
        name, bound = as_name(words[0]), as_name(words[-1])
        if source is None:
            yield Import(name, None, bound)
        elif name == "*":
            yield Import(module, None, "*")
        else:
            yield Import(module, name, bound)


def as_name(data: bytes) -> str:
    """A dotted name as Python compares it, white space and continuations left out."""
    return normal(_SPACE.sub(b"", data).decode("utf-8", "replace"))
