"""The tolerant parser: a tree for any text, however broken, and trees that follow an edit."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from functools import lru_cache

import tree_sitter_python
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

LANGUAGE = Language(tree_sitter_python.language())

_LONE_CR = re.compile(rb"\r(?!\n)")
_MAX_INDENTS = 400
"""Widths of indentation in one text: from 512 levels on, the memory of the process breaks; Python reads 100 levels."""
_FAR = re.compile(rb"^(?:[ \t\f]|\\\r?\n){%d}" % (_MAX_INDENTS // 8), re.MULTILINE)
"""An indentation as long as a text must have that has so many: a tab counts as 8 columns at most."""
_BLANK = bytes(0x20 if chr(byte) in "\t\f\\\r\n" else byte for byte in range(256))
_WIDE = b" " * (_MAX_INDENTS // 8)
"""What such an indentation is where all that may be in it is a space: to look for it takes a tenth of the time."""
_INDENT = re.compile(rb"^(?:[ \t\f]|\\\r?\n)+", re.MULTILINE)
_VISIBLE = re.compile(rb"[^\r\n]")


def readable(data: bytes) -> bytes:
    """The same text, byte for byte as long, with the line breaks that the grammar knows: it has no lone CR.

    And without the byte order mark that some clients leave in a text: it would count as a part of the first word.
    """
    if data.startswith(BOM_UTF8):
        data = b"\f" * len(BOM_UTF8) + data[len(BOM_UTF8) :]
    return _LONE_CR.sub(b"\n", data) if b"\r" in data else data


def parse(data: bytes) -> Tree:
    """The tree of UTF-8 text. Of a text that is too deep it holds nothing."""
    return tree_of(_VISIBLE.sub(b" ", data) if too_deep(data) else data)


def tree_of(data: bytes, old: Tree | None = None) -> Tree:
    """The same of a text that is not too deep.

    ``old`` is an edited tree of an earlier text, whose unchanged parts are used again.
    """
    return Parser(LANGUAGE).parse(data, old) if old is not None else Parser(LANGUAGE).parse(data)


@lru_cache(maxsize=8)
def too_deep(data: bytes) -> bool:
    """Whether a text is indented in so many ways that neither this parser nor Python's can read it."""
    if _WIDE not in data.translate(_BLANK) or _FAR.search(data) is None:
        return False
    return len({each.group().replace(b"\t", b" " * 8) for each in _INDENT.finditer(data)}) > _MAX_INDENTS


def edited(tree: Tree, before: bytes, after: bytes) -> Tree:
    """The tree of ``after`` by what is still right of ``tree``, the tree of ``before``, which stays as it is.

    None of the two may be too deep.
    A text that does not parse is read anew: what the parser makes of one depends on what it read before.
    """
    if before == after:
        return tree
    found = tree_of(after, moved(tree, before, after))
    return tree_of(after) if found.root_node.has_error else found


def moved(tree: Tree, before: bytes, after: bytes) -> Tree:
    """A copy of the tree of ``before`` in which everything stands where it does in ``after``."""
    start, old_end, new_end = difference(before, after)
    copy = tree.copy()
    copy.edit(start, old_end, new_end, _point(before, start), _point(before, old_end), _point(after, new_end))
    return copy


@lru_cache(maxsize=4)
def difference(before: bytes, after: bytes) -> tuple[int, int, int]:
    """The one stretch in which two texts differ: its start, its end in the first, its end in the second."""
    start = _common(before, after)
    limit = min(len(before), len(after)) - start
    low, high = 0, limit
    while low < high:  # the same bytes at the end
        middle = (low + high + 1) // 2
        if before.endswith(after[len(after) - middle :]):
            low = middle
        else:
            high = middle - 1
    return start, len(before) - low, len(after) - low


def query(text: str, node: Node) -> dict[str, list[Node]]:
    """The captures of a query in a node, by name."""
    return QueryCursor(_compiled(text)).captures(node)


@lru_cache(maxsize=64)
def _compiled(text: str) -> Query:
    return Query(LANGUAGE, text)


def _common(left: bytes, right: bytes) -> int:
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left.startswith(right[:middle]):
            low = middle
        else:
            high = middle - 1
    return low


def _point(data: bytes, offset: int) -> tuple[int, int]:
    return data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1)
