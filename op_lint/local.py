"""An edit that stays within a statement or two at the margin: these alone tell what it changes in the text's tree.

The parser's own way of following an edit takes as long as to read all that stands behind it, where a body ends there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Tree

from op_lint.statements import Extent, Span, Statements, statements_of
from op_lint.syntax import difference, moved, query, tree_of

MAX_LOCAL = 8_000
"""Bytes of the statements around an edit; with more of them, the text as a whole is read."""

_OPEN_END = re.compile(rb",[ \t\f]*(?:#.*)?$")
"""A line behind which the parser may take the next statement for more of this one: ``a,`` and below it ``b = 1``."""

_LISTS = "(expression_statement) @statement (pattern_list) @pattern"
"""What a comma can end outside brackets."""
_TRAILING = re.compile(rb",[ \t\f]*(?:#[^\n]*)?(?:\r?\n|\Z)")
"""A comma at the end of a line; in brackets it tells nothing."""


@dataclass(frozen=True, slots=True)
class Local:
    """Two texts, of which the parser can read the first, and the statements around the stretch in which they differ.

    ``old`` and ``new`` are the bytes of these in the two, ``differ`` the bytes that differ.
    """

    before: bytes
    old: Span
    new: Span
    differ: tuple[Span, Span]
    old_tree: Tree
    new_tree: Tree
    new_text: bytes

    @classmethod
    def between(cls, before: bytes, after: bytes, outline: Statements) -> Local | None:
        """What differs between two texts; None where that is more than some statements.

        ``outline`` has the statements of the first.
        """
        start, old_end, new_end = difference(before, after)
        low, high = outline.margin(start, old_end)
        end = high if high >= 0 else len(before)
        moved_end = end + len(after) - len(before)
        if max(end, moved_end) - low > MAX_LOCAL or not (_starts_line(before, low) and _starts_line(before, high)):
            return None
        if _may_go_on(after, low) or _may_go_on(after, moved_end):
            return None
        old, new = _read(before[low:end]), _read(after[low:moved_end])
        if old.root_node.has_error:
            return None
        differ = (start, old_end), (start, new_end)
        return cls(before, (low, end), (low, moved_end), differ, old, new, after[low:moved_end])

    @property
    def sound(self) -> bool:
        """Whether the second text parses as well."""
        if self.new_tree.root_node.has_error or self.new_text.rstrip().endswith(b"\\"):
            return False
        return not _is_ambiguous(self.new_tree, self.new_text)

    @property
    def changed(self) -> list[Span]:
        """Where in the second text the tree is another one."""
        low, old_text = self.old[0], self.before[slice(*self.old)]
        ranges = moved(self.old_tree, old_text, self.new_text).changed_ranges(self.new_tree)
        return [(low + each.start_byte, low + each.end_byte) for each in ranges]

    def outlined(self, outline: Statements) -> Statements:
        """The statements of the second text, by those of the first."""
        low = self.new[0]
        between: list[Extent] = [each.moved(low) for each in statements_of(self.new_tree.root_node)]
        return outline.edited(*self.old, between, self.new[1] - self.old[1])


@lru_cache(maxsize=4)
def _read(text: bytes) -> Tree:
    """The tree of some statements; those of the last text are asked for again."""
    return tree_of(text)


def _starts_line(data: bytes, byte: int) -> bool:
    return byte <= 0 or data[byte - 1 : byte] == b"\n"


def _is_ambiguous(tree: Tree, text: bytes) -> bool:
    """Whether a comma ends a line outside brackets: how far its statement goes then rests on how much is read."""
    if _TRAILING.search(text) is None:
        return False
    found = query(_LISTS, tree.root_node)
    if any(text[node.end_byte - 1 : node.end_byte] == b"," for node in found.get("statement", ())):
        return True
    return any(b"\n" in text[node.start_byte : node.end_byte] for node in found.get("pattern", ()))


def _may_go_on(data: bytes, byte: int) -> bool:
    """Whether the last line of code before a byte may go on behind it, though what is there is a statement."""
    end = len(data[:byte].rstrip())
    line = data.rfind(b"\n", 0, end) + 1
    while end and data[line:end].lstrip().startswith(b"#"):
        end = len(data[:line].rstrip())
        line = data.rfind(b"\n", 0, end) + 1
    return _OPEN_END.search(data, line, end) is not None
