"""A docstring as context for a model: without the sections that describe parameters and results."""

from __future__ import annotations

import inspect
import re
from typing import Final

_SECTIONS: Final = (
    "args|arguments|parameters|params|keyword args|keyword arguments|other parameters|attributes"
    "|returns?|yields?|raises|receives|warns"
)
_GOOGLE: Final = re.compile(rf"(?:{_SECTIONS})\s*:\s*$", re.IGNORECASE)
_NUMPY: Final = re.compile(rf"(?:{_SECTIONS})\s*$", re.IGNORECASE)
_RULE: Final = re.compile(r"-{3,}\s*$")
_FIELD: Final = re.compile(r":(?:param|parameter|arg|argument|key|keyword|type|returns?|rtype|raises?|yields?)\b[^:]*:")


def without_sections(doc: str | None) -> str:
    """Give `doc` dedented and without Google, NumPy and reST sections on parameters, results and errors."""
    if not doc:
        return ""
    lines = inspect.cleandoc(doc).split("\n")
    kept: list[str] = []
    index = 0
    while index < len(lines):
        end = _section_end(lines, index)
        if end == index:
            kept.append(lines[index])
            index += 1
        else:
            index = end
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in kept)).strip()


def _section_end(lines: list[str], start: int) -> int:
    """The line after the section that begins at `start`; `start` itself where none begins there."""
    line = lines[start]
    margin = _indent(line)
    if _FIELD.match(line.strip()):
        return _block_end(lines, start + 1, margin)
    if _NUMPY.fullmatch(line.strip()) and start + 1 < len(lines) and _RULE.fullmatch(lines[start + 1].strip()):
        return _numpy_end(lines, start + 2)
    if _GOOGLE.fullmatch(line.strip()):
        return _block_end(lines, start + 1, margin)
    return start


def _block_end(lines: list[str], start: int, margin: int) -> int:
    """The first line that is neither empty nor deeper than `margin`."""
    end = start
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > margin):
        end += 1
    return end


def _numpy_end(lines: list[str], start: int) -> int:
    """The heading of the next section, or the first paragraph that describes no entry, or the end."""
    end = start
    while end < len(lines):
        heading = end + 1 < len(lines) and _RULE.fullmatch(lines[end + 1].strip()) and lines[end].strip()
        after_gap = end > start and not lines[end - 1].strip() and lines[end].strip()
        described = (end + 1 < len(lines) and _indent(lines[end + 1]) > _indent(lines[end])) or ":" in lines[end]
        if heading or (after_gap and not _indent(lines[end]) and not described):
            return end
        end += 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
