"""A docstring's lines where they stand in the file, for ranges and edits that leave quotes and escapes alone."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

from op_lint.facts import Docstring
from op_lint.finding import Edit
from op_lint.read.expr import Constant, Range
from op_lint.rewrite import Text

_OPENING = re.compile(r"""([rRuU]?)(\"{3}|'{3}|"|')""")
_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class DocSource:
    """The text between the quotes; its lines are those of the value, one to one."""

    text: Text
    head: str
    """Prefix and quotes."""
    start: int
    end: int
    spans: tuple[tuple[int, int], ...]
    """The offsets of each line, its break left out."""

    @classmethod
    def of(cls, docstring: Docstring | None, text: Text) -> DocSource | None:
        """The lines of a docstring; None where they are not one to one (joined literals, escaped line breaks)."""
        if docstring is None or docstring.value is None or not isinstance(docstring.expr, Constant):
            return None
        begin, stop = text.start(docstring.range), text.end(docstring.range)
        opening = _OPENING.match(text.text, begin)
        if docstring.expr.pieces != 1 or opening is None:
            return None
        start, end = opening.end(), stop - len(opening.group(2))
        spans = []
        position = start
        for match in _BREAK.finditer(text.text, start, end):
            spans.append((position, match.start()))
            position = match.end()
        spans.append((position, end))
        if len(spans) != docstring.value.count("\n") + 1:
            return None
        return cls(text, opening.group(), start, end, tuple(spans))

    def line(self, number: int) -> str:
        """The source of a line."""
        start, end = self.spans[number]
        return self.text.text[start:end]

    def stripped(self, number: int) -> tuple[int, int]:
        """The offsets of a line's text without the white space around it."""
        start, end = self.spans[number]
        text = self.text.text[start:end]
        return start + len(text) - len(text.lstrip()), end - (len(text) - len(text.rstrip()))

    def range(self, number: int, part: str = "") -> Range:
        """Where a line's text stands, or the first ``part`` of it."""
        start, end = self.stripped(number)
        if part:
            found = self.text.text.find(part, start, end)
            if found >= 0:
                start, end = found, found + len(part)
        return self.text.lines.range(start, end)

    def first(self) -> int | None:
        """The number of the first line with text; None where there is none."""
        return next((number for number in range(len(self.spans)) if self.line(number).strip()), None)

    def cut(self, start: int, end: int) -> Edit | None:
        """The edit that takes out lines ``start`` to ``end`` (exclusive) and the empty lines before them.

        None where nothing but them is there.
        """
        before = start
        while before > 0 and not self.line(before - 1).strip():
            before -= 1
        after = end
        while after < len(self.spans) and not self.line(after).strip():
            after += 1
        if before == 0:
            if after == len(self.spans):
                return None
            return self.text.edit(self.start, self.stripped(after)[0], "")
        kept_from = self.spans[before - 1][1]
        if after < len(self.spans):
            if after == end and before < start:
                kept_from = self.spans[before][1]  # else what follows would join the paragraph above
            return self.text.edit(kept_from, self.spans[end - 1][1], "")
        only_line = self.first() == before - 1 == 0
        if only_line or end == len(self.spans):
            return self.text.edit(kept_from, self.end, "")
        return self.text.edit(kept_from, self.spans[end - 1][1], "")

    def value(self, source: str) -> str | None:
        """What other text between the same quotes would mean; None where it would not parse."""
        quotes = self.head.lstrip("rRuU")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = ast.literal_eval(self.head + source + quotes)
        except (SyntaxError, ValueError):
            return None
        return found if isinstance(found, str) else None
