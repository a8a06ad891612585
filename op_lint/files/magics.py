"""Notebook cells as Python: what IPython alone understands is replaced, so that every position stays where it is."""

from __future__ import annotations

import re

from op_lint.files.nesting import open_after

_BREAK = re.compile(r"(\r\n|\r|\n)")
_LINE = re.compile(r"(?P<before>\s*(?:[^\W\d][\w.]*(?:\s*,\s*[^\W\d][\w.]*)*\s*=\s*)?)(?P<magic>[%!].*)\Z", re.DOTALL)
_HELP = re.compile(r"\s*(?:\?{1,2}\s*[\w.*]+|[\w.*\[\]]*[\w.*\]]\s*\?{1,2})\s*\Z")


def mask_magics(text: str) -> str:
    """A cell's text without magics (``%pip``, ``!ls``, ``x?``): as many lines, each as long as before.

    A cell that opens with a cell magic of another language (``%%bash``) is blank; ``%%time`` and its kind hold Python.
    """
    pieces = _BREAK.split(text)
    lines, breaks = pieces[0::2], [*pieces[1::2], ""]
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%") and not first.startswith(_PYTHON_CELLS):
        lines = [" " * len(line) for line in lines]
    else:
        lines = _masked(lines)
    return "".join(line + end for line, end in zip(lines, breaks, strict=True))


_PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun")


def _masked(lines: list[str]) -> list[str]:
    result = []
    quote, depth, continued = "", 0, False
    for line in lines:
        inside = bool(quote) or depth > 0
        match = None if inside or continued else _LINE.match(line)
        if continued:
            result.append(" " * len(line))
            continued = line.rstrip().endswith("\\")
        elif match is not None:
            size = len(match["magic"])
            result.append(match["before"] + ("pass" if size >= 4 and "=" not in match["before"] else "0").ljust(size))
            continued = line.rstrip().endswith("\\")
        elif not inside and _HELP.match(line):
            result.append(" " * len(line))
        else:
            result.append(line)
            quote, depth = open_after(line, quote, depth)
    return result
