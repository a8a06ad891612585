"""Between the analyzer's positions and the client's: the one place that knows the negotiated encoding.

The analyzer counts columns in code points; a client counts in UTF-8 bytes, UTF-16 units or code points.
"""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from op_lint.files import Encoding, Lines, SourceFile, client_column, own_column
from op_lint.finding import Edit
from op_lint.read.expr import Range

Point = tuple[int, int]
"""A line and a column, 0-based, in code points."""


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of one text as one client counts them."""

    lines: Lines
    encoding: Encoding
    first: int = 0
    """The line of the text that the client counts as its document's first: a notebook's cells are one text here."""

    def position(self, line: int, column: int) -> types.Position:
        """The client's position; one outside the text is moved to the nearest inside."""
        line, column = self.lines.position(self.lines.offset(line, column))
        column = client_column(self.lines.line(line), column, self.encoding)
        return types.Position(max(0, line - self.first), column)

    def range(self, where: Range) -> types.Range:
        """The client's range."""
        return types.Range(
            self.position(where.start_line, where.start_column), self.position(where.end_line, where.end_column)
        )

    def point(self, position: types.Position) -> Point:
        """The line and column of a client's position; one outside the text is moved to the nearest inside."""
        line = position.line + self.first
        if line >= self.lines.count:
            return self.lines.position(len(self.lines.text))
        return line, own_column(self.lines.line(line), position.character, self.encoding)

    def own_range(self, where: types.Range) -> Range:
        """The range in code points of a client's range."""
        return Range(*self.point(where.start), *self.point(where.end))

    def offset(self, position: types.Position) -> int:
        """The offset in code points of a client's position."""
        return self.lines.offset(*self.point(position))

    def edit(self, edit: Edit) -> types.TextEdit:
        """The client's form of an edit."""
        return types.TextEdit(self.range(edit.range), edit.text)


def spliced(source: SourceFile, change: types.TextDocumentContentChangeEvent, encoding: Encoding) -> SourceFile:
    """The text after one change of a client: a replaced range, or all of it."""
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return source.with_text(change.text)
    positions = Positions(source.lines, encoding)
    return source.edited(positions.offset(change.range.start), positions.offset(change.range.end), change.text)
