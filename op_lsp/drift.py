"""Positions across edits: where a place of an older text is in the newest one, and back, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from op_lint.files import Lines
from op_lint.read.expr import Range

Block = tuple[int, int, int, int]
"""Lines ``[0]`` to ``[1]`` of the older text became lines ``[2]`` to ``[3]`` of the newest."""

MAX_LINES = 2000
"""Lines between the first and the last difference that are compared one by one; more are taken as one change."""


@dataclass(frozen=True, slots=True)
class Drift:
    """What lies between two texts: blocks of lines, in order, the same in both or changed."""

    old: Lines
    new: Lines
    blocks: tuple[Block, ...]

    @classmethod
    def between(cls, old: Lines, new: Lines) -> Drift:
        """The drift from one text to another."""
        before, after = _lines(old), _lines(new)
        shorter = min(len(before), len(after))
        head = 0
        while head < shorter and before[head] == after[head]:
            head += 1
        tail = 0
        while tail < shorter - head and before[-1 - tail] == after[-1 - tail]:
            tail += 1
        ends = len(before) - tail, len(after) - tail
        blocks = [(0, head, 0, head), *_middle(before[head : ends[0]], after[head : ends[1]], head)]
        return cls(old, new, (*blocks, (ends[0], len(before), ends[1], len(after))))

    def back(self, line: int, column: int) -> tuple[int, int]:
        """The place in the older text; one on a line that was changed is on the line that it was made of."""
        line, column = self.new.position(self.new.offset(line, column))
        for start, end, new_start, new_end in self.blocks:
            if new_start <= line < new_end:
                return self._inside(self.old, min(start + line - new_start, max(start, end - 1)), column)
        return self._inside(self.old, self.old.count - 1, column)

    def forward(self, where: Range) -> Range:
        """The range in the newest text."""
        start = self._moved(where.start_line, where.start_column)
        return Range(*start, *max(start, self._moved(where.end_line, where.end_column)))

    def _moved(self, line: int, column: int) -> tuple[int, int]:
        for start, end, new_start, new_end in self.blocks:
            if start <= line < end:
                return self._inside(self.new, min(new_start + line - start, max(new_start, new_end - 1)), column)
        return self._inside(self.new, self.new.count - 1, column)

    @staticmethod
    def _inside(lines: Lines, line: int, column: int) -> tuple[int, int]:
        return lines.position(lines.offset(line, column))


def _lines(lines: Lines) -> list[str]:
    ends = [*lines.starts[1:], len(lines.text)]
    return [lines.text[start:end] for start, end in zip(lines.starts, ends, strict=True)]


def _middle(before: Sequence[str], after: Sequence[str], first: int) -> list[Block]:
    if len(before) + len(after) > MAX_LINES:
        return [(first, first + len(before), first, first + len(after))]
    found = SequenceMatcher(None, before, after, False).get_opcodes()
    return [(first + a, first + b, first + c, first + d) for _, a, b, c, d in found]
