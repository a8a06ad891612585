r"""Where things are in a text: offsets, lines and columns, and the units that other programs count in.

A line ends at ``\n``, ``\r\n`` or ``\r`` and at nothing else: a form feed or U+2028 is an ordinary character,
as it is to Python. Lines and columns are 0-based; columns are code points. Only ``client_column`` and ``own_column``
know another unit.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Literal, TypeAlias

from op_lint.read.expr import Range

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

_BREAK = re.compile(r"\r\n|\r|\n")
_CONTINUATION = bytes(range(0x80, 0xC0))
"""The bytes that go on with a character in UTF-8; all others start one."""
_STEP = 1024


class Lines:
    """The lines of one text, its offsets in code points and in UTF-8 bytes.

    ``data`` is the text in UTF-8, with ``?`` for what UTF-8 cannot hold (a lone surrogate): as many characters.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._marks: list[int] | None = None

    def edited(self, start: int, end: int, text: str) -> Lines:
        """The lines after ``text`` has taken the place of what is between two offsets in code points."""
        made = Lines(self.text[:start] + text + self.text[end:])
        if "starts" in self.__dict__:
            # whole lines, and one more above: a break may come to stand, or no longer stand, across the edge
            low = max(bisect_right(self.starts, start) - 2, 0)
            high = bisect_right(self.starts, end)
            moved = len(made.text) - len(self.text)
            first = self.starts[low]
            last = self.starts[high] if high < len(self.starts) else len(self.text) + 1
            between = _starts(made.text[first : last + moved])
            between = [first + each for each in between if first + each < last + moved]
            made.starts = [*self.starts[:low], *between, *[each + moved for each in self.starts[high:]]]
        return made

    # Most files of a repository are looked at for a moment: these are made when first asked for.

    @cached_property
    def data(self) -> bytes:
        """The text in UTF-8."""
        return self.text.encode("utf-8", "replace")

    @cached_property
    def starts(self) -> list[int]:
        """The offset at which each line starts."""
        return _starts(self.text)

    @property
    def count(self) -> int:
        """How many lines there are; a text that ends with a line break has an empty last one."""
        return len(self.starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in code points."""
        line = bisect_right(self.starts, offset) - 1
        return line, offset - self.starts[line]

    def offset(self, line: int, column: int) -> int:
        """The offset in code points of a line and a column; what lies outside is moved to the nearest place inside."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[line]
        return start + max(0, min(column, len(self.line(line))))

    def line(self, number: int) -> str:
        """The text of a line, its break left out."""
        start = self.starts[number]
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def slice(self, where: Range) -> str:
        """The text that a range covers."""
        start = self.offset(where.start_line, where.start_column)
        return self.text[start : self.offset(where.end_line, where.end_column)]

    def range(self, start: int, end: int) -> Range:
        """The range between two offsets in code points."""
        return Range(*self.position(start), *self.position(end))

    def from_byte(self, offset: int) -> int:
        """The offset in code points of an offset in ``data``."""
        if len(self.data) == len(self.text):
            return offset
        mark = offset // _STEP
        return self._marked()[mark] + len(self.data[mark * _STEP : offset].translate(None, _CONTINUATION))

    def to_byte(self, offset: int) -> int:
        """The offset in ``data`` of an offset in code points."""
        if len(self.data) == len(self.text):
            return offset
        if offset >= len(self.text):
            return len(self.data)
        marks = self._marked()
        mark = bisect_right(marks, offset) - 1
        start = mark * _STEP
        while start < len(self.data) and self.data[start] in _CONTINUATION:
            start += 1
        rest = self.data[start : start + 4 * _STEP].decode("utf-8", "ignore")
        return start + len(rest[: offset - marks[mark]].encode("utf-8"))

    def byte_range(self, start: int, end: int) -> Range:
        """The range between two offsets in ``data``."""
        return self.range(self.from_byte(start), self.from_byte(end))

    def byte_slice(self, start: int, end: int) -> str:
        """The text between two offsets in ``data``."""
        return self.text[self.from_byte(start) : self.from_byte(end)]

    def _marked(self) -> list[int]:
        if self._marks is None:
            marks = [0]
            for start in range(0, len(self.data), _STEP):
                marks.append(marks[-1] + len(self.data[start : start + _STEP].translate(None, _CONTINUATION)))
            self._marks = marks
        return self._marks


def _starts(text: str) -> list[int]:
    if "\r" in text:
        return [0, *[match.end() for match in _BREAK.finditer(text)]]
    lines = text.split("\n")
    return [0, *accumulate([len(line) + 1 for line in lines[:-1]])]  # four times as fast


def client_column(line: str, column: int, encoding: Encoding) -> int:
    """A column of ``line`` in the client's unit: UTF-8 bytes, UTF-16 units or code points."""
    if encoding == "utf-32" or line.isascii():
        return column
    head = line[:column]
    if encoding == "utf-16":
        return column + sum(char > "\uffff" for char in head)
    return column + len(head.encode("utf-8", "surrogatepass")) - len(head)


def own_column(line: str, column: int, encoding: Encoding) -> int:
    """The column in code points of a client's column; one inside a character is moved to that character's start."""
    if encoding == "utf-32" or line.isascii():
        return min(column, len(line))
    used = 0
    for number, char in enumerate(line):
        size = (1 + (char > "\uffff")) if encoding == "utf-16" else len(char.encode("utf-8", "surrogatepass"))
        if used + size > column:
            return number
        used += size
    return len(line)
