"""Where the client has what the analyzer names by path and line: in a file, or in a cell of an open notebook."""

from __future__ import annotations

from dataclasses import dataclass, field

from lsprotocol import types

from op_lint.facts import Place
from op_lint.files import Encoding
from op_lint.files.notebook import SUFFIX
from op_lint.read.expr import Range
from op_lsp.convert import Positions
from op_lsp.documents import Snapshot
from op_lsp.workspace import View, Workspace


@dataclass(frozen=True, slots=True)
class Document:
    """One document of the client; ``version`` is None where it is not open."""

    uri: str
    version: int | None
    positions: Positions


def in_snapshot(snapshot: Snapshot, line: int) -> Document:
    """The document that holds a line of a snapshot's text: of a notebook, the cell."""
    for cell in snapshot.cells:
        if cell.holds(line):
            return Document(cell.uri, cell.version, Positions(snapshot.source.lines, snapshot.encoding, cell.first))
    return Document(snapshot.uri, snapshot.version, snapshot.positions)


def document(workspace: Workspace, path: str, line: int, encoding: Encoding) -> Document:
    """The document that holds a line of a file; of a notebook that is not open only its start can be named."""
    snapshot = workspace.open.get(path)
    if snapshot is not None:
        return in_snapshot(snapshot, line)
    return Document(workspace.uri(path), None, workspace.positions(path, encoding))


def seen_from(view: View, path: str, line: int) -> Document:
    """The same for whoever looks at a document, which may be none of the workspace's files."""
    if path == view.snapshot.name:
        return in_snapshot(view.snapshot, line)
    return document(view.workspace, path, line, view.snapshot.encoding)


def location(view: View, place: Place) -> types.Location:
    """A place as the client names it."""
    found = seen_from(view, place.path, place.range.start_line)
    return types.Location(found.uri, found.positions.range(place.range))


def line_in(workspace: Workspace, place: Place, own: Snapshot | None = None) -> tuple[str, int]:
    """The document that a place is in and its line there, from 0; ``own`` is the document of whoever asks.

    Reads no file: lines are the same in every encoding.
    """
    line = place.range.start_line
    snapshot = own if own is not None and own.name == place.path else workspace.open.get(place.path)
    if snapshot is None:
        return workspace.uri(place.path), 0 if place.path.endswith(SUFFIX) else line
    cell = next((cell for cell in snapshot.cells if cell.holds(line)), None)
    return (cell.uri, line - cell.first) if cell is not None else (snapshot.uri, line)


def named(workspace: Workspace, place: Place, own: Snapshot, beside: Place | None = None) -> str:
    """Where a place is, for people who look at ``own``: ``tools.py:3``, in a notebook's cell ``cell 2, line 3``.

    Only ``line 3`` where ``beside``, of which they just read, is in the same file or cell.
    """
    snapshot = own if own.name == place.path else workspace.open.get(place.path)
    line = place.range.start_line
    cell = next((each for each in snapshot.cells if each.holds(line)), None) if snapshot is not None else None
    file = place.path.replace("\\", "/").rpartition("/")[2]
    if cell is not None:
        shown = f"line {line - cell.first + 1}"
        if beside is not None and beside.path == place.path and cell.holds(beside.range.start_line):
            return shown
        shown = f"cell {cell.number}, {shown}"
        return shown if own.name == place.path else f"{file}, {shown}"
    if place.path.endswith(SUFFIX):
        return file
    return f"line {line + 1}" if beside is not None and beside.path == place.path else f"{file}:{line + 1}"


@dataclass(slots=True)
class Starts:
    """Where places start as the client names it, for one answer: a file that is not open is read once.

    ``own`` is the document of whoever asks, which may be none of the workspace's files.
    """

    workspace: Workspace
    encoding: Encoding
    own: Snapshot | None = None
    closed: dict[str, Document] = field(default_factory=dict)

    def at(self, place: Place) -> dict[str, str | int]:
        """``uri``, and ``line`` and ``character`` from 0."""
        where = place.range
        found = self._document(place.path, where.start_line)
        start = found.positions.position(where.start_line, where.start_column)
        return {"uri": found.uri, "line": start.line, "character": start.character}

    def _document(self, path: str, line: int) -> Document:
        if self.own is not None and path == self.own.name:
            return in_snapshot(self.own, line)
        if path in self.workspace.open:
            return document(self.workspace, path, line, self.encoding)
        if path not in self.closed:
            self.closed[path] = document(self.workspace, path, line, self.encoding)
        return self.closed[path]


def range_in(workspace: Workspace, path: str, where: Range, encoding: Encoding) -> types.Location:
    """A range of a file as the client names it."""
    found = document(workspace, path, where.start_line, encoding)
    return types.Location(found.uri, found.positions.range(where))
