"""Source with carets under a range, as the text report and error messages show it."""

from __future__ import annotations

import unicodedata

from op_lint.files import Lines
from op_lint.read.expr import Range

MAX_WIDTH = 200
"""Columns of a source line that are shown; a longer one is cut around the range."""


def excerpt(lines: Lines, where: Range) -> tuple[str, str, str]:
    """The number of the first line of a range, its text, and carets under the range in that line."""
    line = lines.line(where.start_line)
    end = where.end_column if where.end_line == where.start_line else len(line.rstrip())
    start = where.start_column
    first = max(0, start - MAX_WIDTH // 2) if len(line) > MAX_WIDTH else 0
    shown = line[first : first + MAX_WIDTH]
    start, end = start - first, max(min(end - first, len(shown)), start - first + 1)
    pad = "".join("\t" if char == "\t" else " " * width(char) for char in shown[:start])
    carets = "^" * max(1, sum(width(char) for char in shown[start:end]))
    return str(where.start_line + 1), printable(shown), pad + carets


def width(char: str) -> int:
    """The columns that a character takes on a terminal."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def printable(text: str) -> str:
    """A line or a path without control characters, which could rule the terminal."""
    return "".join(char if char == "\t" or unicodedata.category(char) != "Cc" else " " for char in text)
