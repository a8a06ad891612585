"""Notebooks as files: their code cells make one text, in which every line knows its cell."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from op_lint.files.magics import mask_magics
from op_lint.files.source import SourceFile, UnreadableError, read_bytes, read_source

SUFFIX = ".ipynb"


@dataclass(frozen=True, slots=True)
class Notebook:
    """The text that all code cells make together, magics masked, and where each cell starts in it."""

    source: SourceFile
    cells: tuple[int, ...]
    """The number of each code cell as people count them: from 1, cells of other kinds included."""
    starts: tuple[int, ...]
    """The line of the text at which each of them starts."""

    def place(self, line: int) -> tuple[int, int]:
        """The cell that a line of the text is in, and its line there, both counted from 1."""
        index = max(bisect_right(self.starts, line) - 1, 0)
        if not self.cells:
            return 1, line + 1
        return self.cells[index], line - self.starts[index] + 1


def read_notebook(data: bytes) -> Notebook:
    """The code of a notebook; of one in another language there is none.

    Raises UnreadableError for what is no notebook.
    """
    try:
        book = json.loads(data)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1) - 1
        raise UnreadableError(f"this is no notebook: it is not JSON ({type(error).__name__})", line) from None
    if not isinstance(book, dict) or not isinstance(book.get("nbformat"), int):
        raise UnreadableError("this is no notebook: it has no `nbformat`")
    pieces: list[str] = []
    numbers: list[int] = []
    starts: list[int] = []
    line = 0
    for number, code in _code(book) if _is_python(book) else ():
        text = mask_magics(code)
        text += "" if text.endswith(("\n", "\r")) else "\n"
        numbers.append(number)
        starts.append(line)
        pieces.append(text)
        line += SourceFile(text).lines.count - 1
    return Notebook(SourceFile("".join(pieces)), tuple(numbers), tuple(starts))


def read_code(path: str) -> SourceFile:
    """Effect: reads a Python file, or what the code cells of a notebook make together. Raises UnreadableError."""
    return read_notebook(read_bytes(path)).source if path.endswith(SUFFIX) else read_source(path)


def _is_python(book: dict[str, object]) -> bool:
    metadata = book.get("metadata")
    if not isinstance(metadata, dict):
        return True
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        table = metadata.get(key)
        said = table.get(name) if isinstance(table, dict) else None
        if isinstance(said, str):
            return said.lower() in ("python", "ipython")
    return True


def _code(book: dict[str, object]) -> Iterator[tuple[int, str]]:
    """Each code cell with its number; format 3 keeps cells in work sheets and calls their text ``input``."""
    sheets = book.get("worksheets")
    holders = [book] if not isinstance(sheets, list) else [each for each in sheets if isinstance(each, dict)]
    number = 0
    for holder in holders:
        cells = holder.get("cells")
        for cell in cells if isinstance(cells, list) else ():
            number += 1
            if not isinstance(cell, dict) or cell.get("cell_type") != "code":
                continue
            text = cell.get("source", cell.get("input", ""))
            if isinstance(text, list):
                text = "".join(piece for piece in text if isinstance(piece, str))
            if isinstance(text, str):
                yield number, text
