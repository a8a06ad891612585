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

_BETWEEN = frozenset({"comment", "line_continuation"})
"""What stands between statements and is none: which statement it is a part of may rest on what follows."""


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

    def moved(self, delta: int) -> Extent:
        """The same so many bytes further on."""
        if not delta:
            return self
        heads = tuple([(low + delta, high + delta) for low, high in self.heads])
        return Extent(self.start + delta, self.end + delta, heads)


class Statements:
    """The statements of a module, in source order.

    They follow an edit: those behind it are not moved one by one, but all together when they are asked for.
    """

    def __init__(self, items: list[Extent], tail: int | None = None, delta: int = 0) -> None:
        self._items = items
        self._starts = [each.start for each in items]
        self._tail = len(items) if tail is None else tail
        """The number from which on all are ``_delta`` bytes further on than their items say."""
        self._delta = delta

    @classmethod
    def of(cls, root: Node) -> Statements:
        """The statements of a tree."""
        return cls(list(statements_of(root)))

    @property
    def all(self) -> list[Extent]:
        """All of them, in order."""
        return [*self._items[: self._tail], *(each.moved(self._delta) for each in self._items[self._tail :])]

    def at(self, byte: int) -> Extent:
        """The statement that a byte is in; where it is in none, that byte alone."""
        number = self._number(byte)
        found = self._get(number) if number >= 0 else None
        return found if found is not None and byte < found.end else Extent(byte, byte)

    def touching(self, start: int, end: int) -> list[Extent]:
        """The statements that have something of a stretch, or end or begin where it begins or ends."""
        found = [self._get(number) for number in range(max(self._number(start), 0), self._number(end) + 1)]
        return [each for each in found if each.start <= end and start <= each.end]

    def margin(self, byte: int, end: int) -> Span:
        """The bytes from the last statement at the margin that starts before a byte to the first that starts behind
        another; 0 and -1 where there is none.
        """
        low, high = self._number(byte - 1), self._number(end) + 1
        while low >= 0 and self._items[low].heads:
            low -= 1
        while high < len(self._items) and self._items[high].heads:
            high += 1
        first = self._get(low).start if low >= 0 else 0
        return first, self._get(high).start if high < len(self._items) else -1

    def edited(self, low: int, high: int, between: list[Extent], delta: int) -> Statements:
        """The statements when ``between`` took the place of those that start between two bytes.

        Those behind are moved by ``delta`` bytes.
        """
        first, last = self._number(low - 1) + 1, self._number(high - 1) + 1
        head = [self._get(number) for number in range(self._tail, first)]
        tail = [each.moved(-self._delta) for each in self._items[last : self._tail]]
        items = [*self._items[: min(first, self._tail)], *head, *between]
        return Statements([*items, *tail, *self._items[max(last, self._tail) :]], len(items), self._delta + delta)

    def _get(self, number: int) -> Extent:
        return self._items[number] if number < self._tail else self._items[number].moved(self._delta)

    def _number(self, byte: int) -> int:
        """The number of the last statement that starts at a byte or before it, -1 for none."""
        number = bisect_right(self._starts, byte, 0, self._tail) - 1
        if number + 1 == self._tail and self._tail < len(self._starts):
            number = bisect_right(self._starts, byte - self._delta, self._tail) - 1
        return number


def statements_of(block: Node, heads: tuple[Span, ...] = ()) -> Iterator[Extent]:
    """The statements of a module or of a body in it, with the heads of the classes around that, in source order."""
    for child in block.named_children:
        if child.type in _BETWEEN:
            continue
        inner = child
        if child.type == "decorated_definition":
            inner = child.child_by_field_name("definition") or child
        body = inner.child_by_field_name("body") if inner.type == "class_definition" else None
        if body is None:
            yield Extent(child.start_byte, child.end_byte, heads)
        else:
            head = (child.start_byte, body.start_byte)
            yield Extent(*head, heads)
            yield from statements_of(body, (*heads, head))
