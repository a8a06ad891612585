"""The statements of a document by place, and what a result rests on: so that a change elsewhere takes nothing back.

A class counts as its head, and each statement of its body as one by itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tree_sitter import Node

Span: TypeAlias = tuple[int, int]
"""Bytes of a document: the first, and the one behind the last."""


@dataclass(slots=True)
class Rests:
    """What a result about a part of a document rests on besides that part."""

    spans: set[Span] = field(default_factory=set)
    """Stretches of the document that were looked at."""
    bound: set[str] = field(default_factory=set)
    """Names whose bindings were looked for."""
    used: set[str] = field(default_factory=set)
    """Names whose every occurrence was looked for."""
    modules: dict[str, object] = field(default_factory=dict)
    """The other files that were looked at, by absolute path: the mark of the text each had, None where it had none.

    Not that text itself: files that import each other would keep all the texts that they ever had.
    """
    searched: dict[str, str | None] = field(default_factory=dict)
    """What was found where a module was looked for, by its path without an ending."""


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a statement is, and the heads of the classes around it."""

    start: int
    end: int
    heads: tuple[Span, ...] = ()


class Statements:
    """The statements of a module, in source order."""

    def __init__(self, root: Node) -> None:
        self.all = list(_statements(root, ()))
        self._starts = [each.start for each in self.all]

    def at(self, byte: int) -> Extent:
        """The statement that a byte is in; where it is in none, that byte alone."""
        number = bisect_right(self._starts, byte) - 1
        if number >= 0 and byte < self.all[number].end:
            return self.all[number]
        return Extent(byte, byte)

    def touching(self, start: int, end: int) -> list[Extent]:
        """The statements that have something of a stretch, or end or begin where it begins or ends."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = bisect_right(self._starts, end)
        return [each for each in self.all[first:last] if each.start <= end and start <= each.end]


def _statements(block: Node, heads: tuple[Span, ...]) -> Iterator[Extent]:
    for child in block.named_children:
        inner = child
        if child.type == "decorated_definition":
            inner = child.child_by_field_name("definition") or child
        body = inner.child_by_field_name("body") if inner.type == "class_definition" else None
        if body is None:
            yield Extent(child.start_byte, child.end_byte, heads)
        else:
            head = (child.start_byte, body.start_byte)
            yield Extent(*head, heads)
            yield from _statements(body, (*heads, head))
