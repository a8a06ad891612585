"""Which triple quote and how many brackets are open behind a piece of source, told without a parser."""

from __future__ import annotations

import re

_PARTS = re.compile(r"\\.|#[^\r\n]*|\"\"\"|'''|\"(?:\\.|[^\"\\\r\n])*\"|'(?:\\.|[^'\\\r\n])*'|[()\[\]{}]")


def open_after(text: str, quote: str = "", depth: int = 0) -> tuple[str, int]:
    """The triple quote that is open at the end of a text, empty for none, and how many brackets are.

    ``quote`` and ``depth`` are those before it.
    """
    position = 0
    while position < len(text):
        if quote:
            end = text.find(quote, position)
            if end < 0:
                return quote, depth
            position, quote = end + 3, ""
            continue
        match = _PARTS.search(text, position)
        if match is None:
            break
        position = match.end()
        if match.group() in ('"""', "'''"):
            quote = match.group()
        elif match.group() in ("(", "[", "{"):
            depth += 1
        elif match.group() in (")", "]", "}"):
            depth = max(0, depth - 1)
    return quote, depth
