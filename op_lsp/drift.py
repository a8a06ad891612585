"""Positions across an edit: where a place of an older text is in the newest one, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from op_lint.files import Lines
from op_lint.read.expr import Range


@dataclass(frozen=True, slots=True)
class Drift:
    """What lies between two texts: they agree in their first ``head`` and their last ``tail`` characters."""

    old: Lines
    new: Lines
    head: int
    tail: int

    @classmethod
    def between(cls, old: Lines, new: Lines) -> Drift:
        """The one stretch in which two texts differ."""
        shorter = min(len(old.text), len(new.text))
        head = _agree(shorter, lambda count: old.text[:count] == new.text[:count])
        ends = len(old.text), len(new.text)
        tail = _agree(shorter - head, lambda count: old.text[ends[0] - count :] == new.text[ends[1] - count :])
        return cls(old, new, head, tail)

    def back(self, line: int, column: int) -> tuple[int, int]:
        """The place in the older text; one inside what was changed is its start."""
        offset = _moved(self.new.offset(line, column), len(self.new.text), len(self.old.text), self.head, self.tail)
        return self.old.position(offset)

    def forward(self, where: Range) -> Range:
        """The range in the newest text."""
        sizes = len(self.old.text), len(self.new.text)
        start = _moved(self.old.offset(where.start_line, where.start_column), *sizes, self.head, self.tail)
        end = _moved(self.old.offset(where.end_line, where.end_column), *sizes, self.head, self.tail)
        return self.new.range(start, max(start, end))


def _moved(offset: int, size: int, other: int, head: int, tail: int) -> int:
    if offset <= head:
        return offset
    return offset - size + other if offset >= size - tail else head


def _agree(limit: int, same: Callable[[int], bool]) -> int:
    """The largest count up to ``limit`` for which ``same`` holds; it holds for all smaller ones."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if same(middle):
            low = middle
        else:
            high = middle - 1
    return low
