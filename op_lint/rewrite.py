"""Text edits that add, remove or rename parts of displays and calls, and leave every other character alone.

Positions come from the expressions; between two of them stand only white space, commas, brackets and comments, so a
plain scan of the gaps is enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from op_lint.files import Lines
from op_lint.finding import Edit
from op_lint.read.expr import Call, Constant, Dict, Range
from op_lint.read.expr import Sequence as Display

WIDTH = 120
"""Columns that an inserted line may take."""
_INDENT = "    "


class Text:
    """One text with its usual line break, and the edits on it."""

    def __init__(self, lines: Lines, newline: str) -> None:
        self.lines = lines
        self.text = lines.text
        self.newline = newline

    def start(self, where: Range) -> int:
        """The offset where a range starts."""
        return self.lines.offset(where.start_line, where.start_column)

    def end(self, where: Range) -> int:
        """The offset where a range ends."""
        return self.lines.offset(where.end_line, where.end_column)

    def edit(self, start: int, end: int, text: str) -> Edit:
        """The edit that replaces what stands between two offsets."""
        return Edit(self.lines.range(start, end), text)

    def indent(self, line: int) -> str:
        """The white space that a line opens with."""
        text = self.lines.line(line)
        return text[: len(text) - len(text.lstrip(" \t\f"))]

    def opens_line(self, offset: int) -> bool:
        """Whether nothing but white space stands before an offset in its line."""
        line, column = self.lines.position(offset)
        return not self.lines.line(line)[:column].strip()

    def line_end(self, offset: int) -> int:
        """The offset of the end of the line, its break left out."""
        line, _ = self.lines.position(offset)
        return self.lines.starts[line] + len(self.lines.line(line))

    def comma(self, start: int, end: int) -> int | None:
        """The offset of the first comma of a gap, comments left out."""
        position = start
        while position < end:
            char = self.text[position]
            if char == ",":
                return position
            position = self.line_end(position) if char == "#" else position + 1
        return None

    def after(self, start: int, end: int) -> int:
        """The offset behind the closing brackets that a gap opens with."""
        position = last = start
        while position < end and (self.text[position] == ")" or self.text[position].isspace()):
            position += 1
            if self.text[position - 1] == ")":
                last = position
        return last


def quoted(value: str) -> str:
    """A string literal in double quotes on one line, readable in every script."""
    pieces = []
    for char in value:
        if char in '"\\':
            pieces.append("\\" + char)
        elif char.isprintable():
            pieces.append(char)
        else:
            pieces.append(repr(char)[1:-1])
    return '"' + "".join(pieces) + '"'


def rename(text: Text, literal: Constant, new: str) -> Edit:
    """Another value for a string literal, its quotes kept where it is a plain one."""
    start, end = text.start(literal.range), text.end(literal.range)
    inner = text.text[start + 1 : end - 1]
    if inner == literal.value and text.text[start] in "\"'":
        return text.edit(start + 1, end - 1, new)
    return text.edit(start, end, quoted(new))


def remove(text: Text, container: Dict | Call | Display, index: int) -> Edit:
    """The edit that takes out one entry, argument or item, its comma, and its lines where it has them to itself."""
    ranges = _ranges(container)
    close = _close(text, container)
    where = ranges[index]
    start, end = text.start(where), text.end(where)
    before = text.end(ranges[index - 1]) if index else _open(text, container)
    while start > before and text.text[start - 1] == "(" and isinstance(container, Display):
        start -= 1
    following = text.start(ranges[index + 1]) if index + 1 < len(ranges) else close
    end = text.after(end, following) if isinstance(container, Display) else end
    comma = text.comma(end, following)
    stop = end if comma is None else comma + 1
    rest = text.text[stop : text.line_end(stop)]
    if text.opens_line(start) and (not rest.strip() or rest.lstrip().startswith("#")):
        first = text.lines.starts[text.lines.position(start)[0]]
        last_line = text.lines.position(stop)[0]
        if last_line + 1 < text.lines.count:
            return text.edit(first, text.lines.starts[last_line + 1], "")
    if index + 1 < len(ranges):
        while stop < following and text.text[stop] in " \t":
            stop += 1
        return text.edit(start, stop, "")
    previous = text.comma(before, start) if index else None
    return text.edit(start if previous is None else previous, stop if previous is None else end, "")


def add(text: Text, container: Dict | Call, items: Sequence[str]) -> tuple[Edit, ...]:
    """The edits that append entries or arguments, in the layout that the container has."""
    ranges = _ranges(container)
    close = _close(text, container)
    if not ranges:
        start = _open(text, container)
        return (text.edit(start, start, ", ".join(items)),)
    end = text.after(text.end(ranges[-1]), close)
    comma = text.comma(end, close)
    last_line = text.lines.position(end)[0]
    first = text.start(ranges[-1])
    if text.opens_line(first) and text.lines.position(close)[0] > last_line:
        indent = text.indent(text.lines.position(first)[0])
        added = "".join(f"{text.newline}{indent}{item}," for item in items)
        if comma is None:
            place = text.line_end(end)
            if place == end:
                return (text.edit(end, end, "," + added),)
            return text.edit(end, end, ","), text.edit(place, place, added)
        place = text.line_end(comma)
        return (text.edit(place, place, added),)
    column = text.lines.position(close)[1]
    added = ", ".join(items)
    gap = " "
    if column + len(added.partition(text.newline)[0]) + 2 > WIDTH:
        line, first_column = text.lines.position(text.start(ranges[0]))
        gap = text.newline + text.indent(line) + " " * (first_column - len(text.indent(line)))
        added = ("," + gap).join(items)
    if comma is None:
        return (text.edit(end, end, "," + gap + added),)
    return (text.edit(comma + 1, comma + 1, gap + added + ","),)


def nested(text: Text, line: int, name: str, entries: Sequence[str], room: int) -> str:
    """``name={...}`` with these entries: on one line where it takes no more than ``room`` columns, else one a line."""
    flat = f"{name}={{{', '.join(entries)}}}"
    if len(flat) <= room and "\n" not in flat:
        return flat
    indent = text.indent(line)
    inner = "".join(f"{text.newline}{indent}{_INDENT}{entry}," for entry in entries)
    return f"{name}={{{inner}{text.newline}{indent}}}"


def _ranges(container: Dict | Call | Display) -> list[Range]:
    if isinstance(container, Dict):
        return [entry.range for entry in container.entries]
    if isinstance(container, Call):
        return [argument.range for argument in container.args]
    return [item.range for item in container.items]


def _open(text: Text, container: Dict | Call | Display) -> int:
    """The offset behind the bracket that opens a container."""
    if not isinstance(container, Call):
        return text.start(container.range) + 1
    position = text.end(container.func.range)
    while text.text[position] != "(":
        position += 1
    return position + 1


def _close(text: Text, container: Dict | Call | Display) -> int:
    """The offset of the bracket that closes a container."""
    return text.end(container.range) - 1
