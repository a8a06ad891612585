"""Open notebooks: their code cells make one text, so that a cell sees what the cells above it define."""

from __future__ import annotations

from dataclasses import dataclass, field

from lsprotocol import types

from op_lint.files import Encoding, SourceFile
from op_lint.files.magics import mask_magics
from op_lsp import uris
from op_lsp.convert import spliced
from op_lsp.documents import Cell, Snapshot


@dataclass(slots=True)
class _Text:
    version: int
    source: SourceFile

    @property
    def text(self) -> str:
        return self.source.text


@dataclass(slots=True)
class _Notebook:
    uri: str
    cells: list[types.NotebookCell]
    texts: dict[str, _Text] = field(default_factory=dict)


class Notebooks:
    """Open notebooks by URI."""

    def __init__(self) -> None:
        self._open: dict[str, _Notebook] = {}

    def open(self, params: types.DidOpenNotebookDocumentParams, encoding: Encoding) -> list[Snapshot]:
        """Effect: keeps a notebook; gives its code cells."""
        notebook = _Notebook(params.notebook_document.uri, list(params.notebook_document.cells))
        self._open[notebook.uri] = notebook
        for item in params.cell_text_documents:
            notebook.texts[item.uri] = _Text(item.version, SourceFile(item.text))
        return _snapshots(notebook, encoding)

    def change(self, params: types.DidChangeNotebookDocumentParams, encoding: Encoding) -> list[Snapshot]:
        """Effect: takes over added, removed, moved and edited cells; gives the code cells as they are now."""
        notebook = self._open.get(params.notebook_document.uri)
        if notebook is None:
            return []
        changes = params.change.cells
        if changes is not None and changes.structure is not None:
            array = changes.structure.array
            notebook.cells[array.start : array.start + array.delete_count] = array.cells or []
            for item in changes.structure.did_open or ():
                notebook.texts[item.uri] = _Text(item.version, SourceFile(item.text))
            for closed in changes.structure.did_close or ():
                notebook.texts.pop(closed.uri, None)
        for cell in (changes.data or ()) if changes is not None else ():
            notebook.cells = [cell if each.document == cell.document else each for each in notebook.cells]
        for edited in (changes.text_content or ()) if changes is not None else ():
            known = notebook.texts.get(edited.document.uri)
            if known is not None:
                for change in edited.changes:
                    known.source = spliced(known.source, change, encoding)
                known.version = edited.document.version
        return _snapshots(notebook, encoding)

    def close(self, uri: str) -> list[str]:
        """Effect: forgets a notebook; gives the URIs of its code cells."""
        cells = self.cells(uri)
        self._open.pop(uri, None)
        return cells

    def cells(self, uri: str) -> list[str]:
        """The URIs of a notebook's code cells."""
        notebook = self._open.get(uri)
        return [cell.document for cell in _code(notebook)] if notebook is not None else []


def _code(notebook: _Notebook) -> list[types.NotebookCell]:
    return [
        cell for cell in notebook.cells if cell.kind == types.NotebookCellKind.Code and cell.document in notebook.texts
    ]


def _snapshots(notebook: _Notebook, encoding: Encoding) -> list[Snapshot]:
    pieces: list[str] = []
    cells: list[Cell] = []
    line = 0
    for cell in _code(notebook):
        known = notebook.texts[cell.document]
        text = mask_magics(known.text) + ("\r\n" if known.text.endswith("\r") else "\n")
        lines = SourceFile(text).lines.count - 1
        number = notebook.cells.index(cell) + 1
        cells.append(Cell(cell.document, known.version, line, lines, number))
        pieces.append(text)
        line += lines
    source = SourceFile("".join(pieces))
    path = uris.to_path(notebook.uri)
    return [Snapshot(cell.uri, path, cell.version, source.text, encoding, tuple(cells), source) for cell in cells]
