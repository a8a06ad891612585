"""The documents that a client has open, each as an immutable snapshot of its newest text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from lsprotocol import types

from op_lint.files import Encoding, SourceFile
from op_lsp import uris
from op_lsp.convert import Positions, spliced

NOWHERE = os.devnull
"""The folder of documents without a file: imports find nothing there, and no configuration."""

EXTENSIONS = (".py", ".pyi", ".pyw")
"""Files that are Python whatever a client calls their language."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell of a notebook and the lines that it has in the text that all cells make together."""

    uri: str
    version: int | None
    first: int
    lines: int
    number: int
    """Its number as people count them: from 1, cells of other kinds included."""

    def holds(self, line: int) -> bool:
        """Whether a line of the whole text is one of the cell's."""
        return self.first <= line < self.first + self.lines


@dataclass(frozen=True)
class Snapshot:
    """One text of one document; ``path`` is None where it has no file (``untitled:``).

    Of a notebook's cell ``text`` is what all its code cells make together, and ``cells`` says which lines are whose.
    """

    uri: str
    path: str | None
    version: int | None
    text: str
    encoding: Encoding
    cells: tuple[Cell, ...] = ()
    known: SourceFile | None = None
    """The text with its lines, where that is there already: the cells of a notebook have it in common."""

    @property
    def cell(self) -> Cell | None:
        """The cell that this document is, None where it is no cell."""
        return next((cell for cell in self.cells if cell.uri == self.uri), None)

    @property
    def home(self) -> str:
        """What is analysed as one: the document, or all cells of its notebook."""
        return self.cells[0].uri if self.cells else self.uri

    @property
    def name(self) -> str:
        """What the analyzer calls it: its path, else the last part of its URI in a folder that holds nothing."""
        return self.path if self.path is not None else f"{NOWHERE}/{self.home.rpartition(':')[2] or 'untitled'}"

    @cached_property
    def source(self) -> SourceFile:
        """The text with its lines."""
        return self.known if self.known is not None else SourceFile(self.text)

    @cached_property
    def positions(self) -> Positions:
        """Its positions as the client counts them."""
        cell = self.cell
        return Positions(self.source.lines, self.encoding, cell.first if cell is not None else 0)


class Documents:
    """Open documents by URI. Those that are neither Python files nor unsaved Python are not kept."""

    def __init__(self) -> None:
        self._open: dict[str, Snapshot] = {}

    def open(self, item: types.TextDocumentItem, encoding: Encoding) -> Snapshot | None:
        """Effect: keeps the document; None where it is of no interest here."""
        path = uris.to_path(item.uri)
        if not _is_python(item, path):
            return None
        snapshot = Snapshot(item.uri, path, item.version, item.text, encoding)
        self._open[item.uri] = snapshot
        return snapshot

    def change(
        self, uri: str, version: int | None, changes: Sequence[types.TextDocumentContentChangeEvent]
    ) -> Snapshot | None:
        """Effect: replaces the document's text by the changed one; None for one that is not kept."""
        old = self._open.get(uri)
        if old is None:
            return None
        source = old.source
        for change in changes:
            source = spliced(source, change, old.encoding)
        snapshot = Snapshot(old.uri, old.path, version, source.text, old.encoding, known=source)
        self._open[old.uri] = snapshot
        return snapshot

    def put(self, snapshot: Snapshot) -> None:
        """Effect: keeps a document in this state."""
        self._open[snapshot.uri] = snapshot

    def close(self, uri: str) -> Snapshot | None:
        """Effect: forgets the document and gives its last text, None for one that was not kept."""
        return self._open.pop(uri, None)

    def get(self, uri: str) -> Snapshot | None:
        """The newest text of a document, None for one that is not kept."""
        return self._open.get(uri)

    def by_path(self, path: str) -> Snapshot | None:
        """The newest text of the document that is this file, whatever URI its client uses."""
        wanted = PurePath(path)
        return next((item for item in self._open.values() if item.path and PurePath(item.path) == wanted), None)

    def __iter__(self) -> Iterator[Snapshot]:
        return iter(list(self._open.values()))

    def __len__(self) -> int:
        return len(self._open)


def _is_python(item: types.TextDocumentItem, path: str | None) -> bool:
    if path is not None:
        return item.language_id == "python" or path.lower().endswith(EXTENSIONS)
    return uris.scheme(item.uri) == "untitled" and item.language_id == "python"
