"""The tolerant parser: a tree for any text, however broken, and trees that follow an edit."""

from __future__ import annotations

import re
from functools import lru_cache

import tree_sitter_python
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

LANGUAGE = Language(tree_sitter_python.language())

_STATEMENT = re.compile(
    rb"^(?:@|(?:async[ \t]+)?def\b|class\b|import\b|from\b|if\b|for\b|while\b|with\b|try\b)", re.MULTILINE
)
_LONE_CR = re.compile(rb"\r(?!\n)")
_WHOLE = ("_statement", "_definition", "comment")
_VISIBLE = re.compile(rb"[^\r\n]")
MAX_REPAIRS = 20
"""Broken statements of one file that are cut out so that the parser finds the rest; more are read as they come."""


def readable(data: bytes) -> bytes:
    """The same text, byte for byte as long, with the line breaks that the grammar knows: it has no lone CR."""
    return _LONE_CR.sub(b"\n", data) if b"\r" in data else data


def parse(data: bytes, old: Tree | None = None) -> Tree:
    """The tree of UTF-8 text; ``old`` is an edited tree of an earlier text, whose unchanged parts are used again."""
    return Parser(LANGUAGE).parse(data, old) if old is not None else Parser(LANGUAGE).parse(data)


def edit(tree: Tree, before: bytes, after: bytes) -> Tree:
    """Effect: edits ``tree``, the tree of ``before``, and gives the tree of ``after``.

    A text that does not parse is read anew: what the parser makes of one depends on what it read before.
    """
    if before == after:
        return tree
    start, old_end, new_end = difference(before, after)
    tree.edit(start, old_end, new_end, _point(before, start), _point(before, old_end), _point(after, new_end))
    edited = parse(after, tree)
    return parse(after) if edited.root_node.has_error else edited


def difference(before: bytes, after: bytes) -> tuple[int, int, int]:
    """The one stretch in which two texts differ: its start, its end in the first, its end in the second."""
    start = _common(before, after)
    limit = min(len(before), len(after)) - start
    tail = min(_common(before[start:][::-1], after[start:][::-1]), limit)
    return start, len(before) - tail, len(after) - tail


def query(text: str, node: Node) -> dict[str, list[Node]]:
    """The captures of a query in a node, by name."""
    return QueryCursor(_compiled(text)).captures(node)


@lru_cache(maxsize=64)
def _compiled(text: str) -> Query:
    return Query(LANGUAGE, text)


def blank(data: bytes, start: int, end: int) -> bytes:
    """The same text with what stands in a stretch of it out of sight, byte for byte as long."""
    return data[:start] + _VISIBLE.sub(b" ", data[start:end]) + data[end:]


def broken_statements(tree: Tree, data: bytes) -> tuple[Tree, list[tuple[int, int]]]:
    """Where statements do not parse (byte ranges), and a tree in which they cost the others nothing.

    An open bracket or quote makes the parser take what follows for a part of it. So where an error runs over the start
    of a later statement, the text up to that start is blanked, byte for byte, and the rest is parsed again.
    """
    from op_lint.repair import refined

    original, found = data, list[tuple[int, int]]()
    for _ in range(MAX_REPAIRS):
        repaired = _repair(tree, data)
        if repaired is None:
            break
        region, tree, data = repaired
        found.append(region)
    blanked = sum(end - start for start, end in found)
    left = [(child.start_byte, child.end_byte) for child in tree.root_node.children if child.has_error]
    found = sorted([*found, *left])
    lost = blanked + _broken_bytes(tree)
    better = refined(original, found, set(left), lost) if len(found) <= MAX_REPAIRS else None
    if better is not None and better[2] + _broken_bytes(better[0]) < lost:
        return better[:2]
    return tree, found


def _repair(tree: Tree, data: bytes) -> tuple[tuple[int, int], Tree, bytes] | None:
    if tree.root_node.type == "ERROR":
        return _repair_loose(tree, data)
    for child in tree.root_node.children:
        if not child.has_error:
            continue
        line_end = data.find(b"\n", child.start_byte)
        starts = [match.start() for match in _STATEMENT.finditer(data, max(line_end, 0), child.end_byte)]
        starts = [start for start in starts if start > child.start_byte and not _goes_on(child, start, data)]
        in_string = [start for start in starts if _inside_sound_string(child, start)]
        start = next((start for start in starts if start not in in_string), None)
        if start is not None:
            blanked = blank(data, child.start_byte, start)
            return (child.start_byte, start), parse(blanked), blanked
        if in_string:  # either text in a string that is sound, or code in one that an open quote made of it
            blanked = blank(data, child.start_byte, in_string[0])
            repaired = parse(blanked)
            if _broken_bytes(repaired) < _broken_bytes(tree):
                return (child.start_byte, in_string[0]), repaired, blanked
    return None


def _repair_loose(tree: Tree, data: bytes) -> tuple[tuple[int, int], Tree, bytes] | None:
    """The same where the parser gave up, so that what follows the last sound statement is a row of tokens."""
    loose = (child for child in tree.root_node.children if not child.type.endswith(_WHOLE) or child.has_error)
    first = next(loose, None)
    if first is None:
        return None
    line_end = data.find(b"\n", first.start_byte)
    found = _STATEMENT.search(data, line_end) if line_end >= 0 else None
    end = found.start() if found is not None else len(data)
    blanked = blank(data, first.start_byte, end)
    return (first.start_byte, end), parse(blanked), blanked


def _broken_bytes(tree: Tree) -> int:
    return sum(child.end_byte - child.start_byte for child in tree.root_node.children if child.has_error)


def _goes_on(child: Node, start: int, data: bytes) -> bool:
    """Whether what opens at ``start`` is a part of ``child``: only a decorator goes on at the margin."""
    before = data[child.start_byte : start].rstrip().rsplit(b"\n", 1)[-1]
    return before.startswith(b"@") and before.count(b"(") == before.count(b")")


def _inside_sound_string(child: Node, offset: int) -> bool:
    node = child.descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.id != child.id:
        if node.type == "string" and not node.has_error and node.end_byte > offset:
            return True
        node = node.parent
    return False


def _common(left: bytes, right: bytes) -> int:
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _point(data: bytes, offset: int) -> tuple[int, int]:
    return data.count(b"\n", 0, offset), offset - (data.rfind(b"\n", 0, offset) + 1)
