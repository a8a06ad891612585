"""Notebooks: cells are one program, magics are no errors, and each finding is in its own cell."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from editor import Editor, fenced, start
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from op_lint.files.magics import mask_magics

pytestmark = pytest.mark.asyncio(loop_scope="module")

CELL = '''%pip install op
files = !ls \\
    -la
from op_runtime import agentic_function, decision
@agentic_function(input={"q": {"descripton": "words"}})
def find(q: str, runtime=None):
    """Find pages."""'''

SECOND = """decision.make("Pick.", {"find": find, "stop": ("bye", "When done.")})"""


def notebooks(capabilities: types.ClientCapabilities) -> None:
    sync = types.NotebookDocumentSyncClientCapabilities()
    capabilities.notebook_document = types.NotebookDocumentClientCapabilities(sync)


class Notebook:
    """An open notebook."""

    def __init__(self, editor: Editor, path: Path, *cells: str) -> None:
        self.editor, self.uri, self.version = editor, path.as_uri(), 1
        self.names = [f"vscode-notebook-cell:{path}#W{number}" for number in range(len(cells))]
        items = [types.TextDocumentItem(uri, "python", 1, text) for uri, text in zip(self.names, cells, strict=True)]
        document = types.NotebookDocument(self.uri, "jupyter-notebook", 1, [self.cell(name) for name in self.names])
        editor.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(document, items))

    def cell(self, uri: str, kind: types.NotebookCellKind = types.NotebookCellKind.Code) -> types.NotebookCell:
        return types.NotebookCell(kind, uri)

    def change(self, cells: types.NotebookDocumentCellChanges) -> None:
        self.version += 1
        self.editor.client.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(
                types.VersionedNotebookDocumentIdentifier(self.version, self.uri),
                types.NotebookDocumentChangeEvent(cells=cells),
            )
        )

    async def diagnostics(self, number: int, version: int | None = 1) -> list[tuple[str, int]]:
        uri = self.names[number]
        params = await self.editor.wait_for(lambda each: each.uri == uri and each.version == version)
        return [(str(each.code), each.range.start.line) for each in params.diagnostics]


async def test_a_cell_with_magics_has_its_one_finding_on_its_line(tmp_path: Path) -> None:
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", "x = 1\n", CELL)
        assert await notebook.diagnostics(1) == [("OP204", 4)]
        assert await notebook.diagnostics(0) == []


async def test_a_cell_sees_the_cells_above_it(tmp_path: Path) -> None:
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", CELL.replace("descripton", "description"), SECOND)
        hover = await editor.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(notebook.names[1]), types.Position(0, 10))
        )
        assert hover is not None
        assert fenced(hover.contents.value)[0].startswith("find(q: str)\n    Find pages.\n    q: words\n")
        assert hover.range is not None
        assert hover.range.start.line == 0
        found = await editor.client.text_document_definition_async(
            types.DefinitionParams(types.TextDocumentIdentifier(notebook.names[1]), types.Position(0, 33))
        )
        assert [(each.uri, each.range.start.line) for each in found or ()] == [(notebook.names[0], 5)]


def spoken(hover: types.Hover | None) -> str:
    """What a hover says in the way people read it, links as ``label <where they lead>``."""
    assert hover is not None
    text = re.sub(r"\\(.)", r"\1", hover.contents.value)
    return re.sub(r"\[([^\]]*)\]\(<([^>]*)>\)", r"\1 <\2>", text)


async def test_a_hover_counts_lines_in_each_cell_and_leads_to_it(tmp_path: Path) -> None:
    own = SECOND.replace('"stop"', '"stay": STAY, "stop"').replace("decision.make", 'STAY = "here"\ndecision.make')
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", "x = 1\ny = 2\n", TOOLS, own)
        hover = types.HoverParams(types.TextDocumentIdentifier(notebook.names[2]), types.Position(1, 10))
        text = spoken(await editor.client.text_document_hover_async(hover))
        _, tools, uses = notebook.names
        # the function is defined in line 6 of the second cell, its docstring is in line 7, its `input=` in line 5
        assert (
            f"`find` is the function at cell 2, line 6 <{tools}>; description from the docstring, line 7 <{tools}>; "
            f"q <{tools}> from `input=`" in text
        )
        assert f"`stay` is the value at cell 3, line 1 <{uses}>" in text
        assert f"`stop` is the value at cell 3, line 2 <{uses}>; description from the text beside it, line 2" in text


async def test_a_hover_in_a_cell_names_a_file_by_its_own_lines(tmp_path: Path) -> None:
    text = "from tools import find\nfrom op_runtime import decision\n\n" + SECOND
    (tmp_path / "tools.py").write_text(KIT)
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", "x = 1\n", text)
        hover = types.HoverParams(types.TextDocumentIdentifier(notebook.names[1]), types.Position(3, 10))
        told = spoken(await editor.client.text_document_hover_async(hover))
        file = (tmp_path / "tools.py").as_uri()
        assert f"`find` is the function at tools.py:5 <{file}#L5>; description from the docstring, line 6" in told


async def test_an_edit_a_new_kind_and_a_closed_notebook(tmp_path: Path) -> None:
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", "x = 1\n", CELL)
        assert await notebook.diagnostics(1) == [("OP204", 4)]
        edited = types.NotebookDocumentCellContentChanges(
            types.VersionedTextDocumentIdentifier(2, notebook.names[1]),
            [types.TextDocumentContentChangeWholeDocument("# first\n" + CELL)],
        )
        notebook.change(types.NotebookDocumentCellChanges(text_content=[edited]))
        assert await notebook.diagnostics(1, 2) == [("OP204", 5)]
        markup = notebook.cell(notebook.names[1], types.NotebookCellKind.Markup)
        notebook.change(types.NotebookDocumentCellChanges(data=[markup]))
        assert await notebook.diagnostics(1, None) == []
        notebook.change(types.NotebookDocumentCellChanges(data=[notebook.cell(notebook.names[1])]))
        assert await notebook.diagnostics(1, 2) == [("OP204", 5)]
        editor.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(
                types.NotebookDocumentIdentifier(notebook.uri),
                [types.TextDocumentIdentifier(name) for name in notebook.names],
            )
        )
        await editor.wait_for(lambda each: each.uri == notebook.names[1] and each.version is None)


async def test_a_fix_is_an_edit_of_its_cell(tmp_path: Path) -> None:
    text = CELL.replace('"descripton": "words"}', '"description": "words"}, "runtime": {}')
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", "x = 1\ny = 2\n", text)
        assert await notebook.diagnostics(1) == [("OP209", 4)]
        where = types.Range(types.Position(4, 0), types.Position(4, 80))
        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(types.TextDocumentIdentifier(notebook.names[1]), where, types.CodeActionContext([]))
        )
        action = (actions or ())[0]
        assert isinstance(action, types.CodeAction)
        assert action.edit is not None
        (change,) = action.edit.document_changes or ()
        assert isinstance(change, types.TextDocumentEdit)
        assert (change.text_document.uri, change.text_document.version) == (notebook.names[1], 1)
        assert [edit.range.start.line for edit in change.edits] == [4]


@pytest.mark.parametrize(
    ("cell", "after"),
    [
        ("{}", "from tools import find\n{}"),
        ("import os\n{}", "import os\nfrom tools import find\n{}"),
        ("%%time\n{}", "%%time\nfrom tools import find\n{}"),
    ],
)
async def test_what_a_completion_imports_stays_in_the_cell(tmp_path: Path, cell: str, after: str) -> None:
    (tmp_path / "tools.py").write_text(KIT)
    async with start(tmp_path, adapt=notebooks) as editor:
        await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("find"))
        text = cell.replace("{}", 'decision.make("Pick.", [])')
        first = "import sys\nfrom op_runtime import decision\nif sys:\n    x = 1\n"
        notebook = Notebook(editor, tmp_path / "n.ipynb", first, text, "import re\n")
        document = types.TextDocumentIdentifier(notebook.names[1])
        line = text.count("\n")
        place = types.Position(line, len(text.splitlines()[line]) - 2)
        found = await editor.client.text_document_completion_async(types.CompletionParams(document, place))
        assert isinstance(found, types.CompletionList)
        (edit,) = next(item for item in found.items if item.label == "find").additional_text_edits or ()
        assert edit.range.start == edit.range.end
        lines = text.splitlines(keepends=True)
        at = sum(map(len, lines[: edit.range.start.line])) + edit.range.start.character
        assert text[:at] + edit.new_text + text[at:] == after.replace("{}", 'decision.make("Pick.", [])')


TOOLS = CELL.replace("descripton", "description")
USES = 'decision.make("Pick.", {"find": find, "stop": ("bye", "When done.")}); find(q="🎉"); find(q=1)'


async def test_all_fixes_are_made_each_in_its_cell(tmp_path: Path) -> None:
    head = "from op_runtime import agentic_function\n@agentic_function\n"
    first = head + 'def find(runtime=None):\n    """Find\n    pages."""'
    second = '@agentic_function(input={"runtime": {}})\ndef look(runtime=None):\n    """Look."""\n'
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", first, second)
        assert await notebook.diagnostics(0) == [("OP102", 3)]
        where = types.Range(types.Position(0, 0), types.Position(0, 0))
        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(notebook.names[1]), where, types.CodeActionContext([], ["source.fixAll"])
            )
        )
        (action,) = actions or ()
        assert isinstance(action, types.CodeAction)
        assert action.edit is not None
        made = {}
        for change in action.edit.document_changes or ():
            assert isinstance(change, types.TextDocumentEdit)
            text = dict(zip(notebook.names, (first, second), strict=True))[change.text_document.uri]
            lines = text.splitlines(keepends=True)
            for edit in sorted(change.edits, key=lambda each: -each.range.start.line):
                assert edit.range.end.line < len(lines)
                ends = [
                    sum(map(len, lines[: each.line])) + each.character for each in (edit.range.start, edit.range.end)
                ]
                text = text[: ends[0]] + edit.new_text + text[ends[1] :]
            made[change.text_document.uri] = text
        assert made == {
            notebook.names[0]: head + 'def find(runtime=None):\n    """Find pages."""',
            notebook.names[1]: second.replace('(input={"runtime": {}})', ""),
        }


async def test_a_parameter_is_renamed_in_all_cells(tmp_path: Path) -> None:
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", TOOLS, USES)
        position = types.Position(0, USES.index("find(q=1") + 5 + 1)
        params = types.RenameParams(types.TextDocumentIdentifier(notebook.names[1]), position, "words")
        edit = await editor.client.text_document_rename_async(params)
        assert edit is not None
        found = {
            change.text_document.uri: [(each.range.start.line, each.range.start.character) for each in change.edits]
            for change in edit.document_changes or ()
            if isinstance(change, types.TextDocumentEdit)
        }
        keys = [USES.index("find(q=") + 5, USES.index("find(q=1") + 5 + 1]
        assert found == {notebook.names[0]: [(4, 25), (5, 9)], notebook.names[1]: [(0, column) for column in keys]}


async def test_hints_and_outline_of_a_cell_are_its_own(tmp_path: Path) -> None:
    async with start(tmp_path, adapt=notebooks) as editor:
        notebook = Notebook(editor, tmp_path / "n.ipynb", "x = 1\n", TOOLS, USES)
        await notebook.diagnostics(2)
        everything = types.Range(types.Position(0, 0), types.Position(99, 0))
        hints = []
        for name in notebook.names:
            document = types.TextDocumentIdentifier(name)
            made = await editor.client.text_document_inlay_hint_async(types.InlayHintParams(document, everything))
            hints.append([(each.label, each.position.line) for each in made or ()])
        assert hints == [[], [(" (injected)", 5)], [(" Find pages.", 0)]]
        files = (await editor.request("opLint/outline", {})).files
        told = [(each.uri, [(one.name, one.line) for one in (*each.functions, *each.decisions)]) for each in files]
        assert told == [(notebook.names[1], [("find", 5)]), (notebook.names[2], [("make", 0)])]


def write(path: Path, *cells: str) -> None:
    items = [{"cell_type": "code", "source": cell.splitlines(True)} for cell in cells]
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": items}))


KIT = '''from op_runtime import agentic_function


@agentic_function(input={"q": {"description": "Words."}})
def find(q: str):
    """Find pages."""
'''


async def test_a_notebook_that_is_not_open_counts_in_the_project(tmp_path: Path) -> None:
    imports = "%pip install op\nfrom op_runtime import decision\nfrom kit import find\n"
    write(tmp_path / "uses.ipynb", imports, USES)
    write(tmp_path / "own.ipynb", TOOLS.replace("def find", "def sort_out"))
    (tmp_path / "kit.py").write_text(KIT)
    async with start(tmp_path) as editor:
        document = editor.open(tmp_path / "kit.py", KIT)
        symbols = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("sort_out"))
        assert [(each.name, each.location.uri) for each in symbols or ()] == [
            ("sort_out", (tmp_path / "own.ipynb").as_uri())
        ]
        lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(document.id))
        assert [each.command.title for each in lenses or () if each.command] == ["used in 1 decision"]
        renaming = types.RenameParams(document.id, document.at("q: str"), "words")
        with pytest.raises(JsonRpcException, match=r"uses\.ipynb: this notebook names it, too: open"):
            await editor.client.text_document_rename_async(renaming)


@pytest.mark.parametrize(
    ("cell", "masked"),
    [
        ("%pip install op", "pass           "),
        ("!ls", "0  "),
        ("files = !ls \\\n    -la", "files = 0    \n       "),
        ("a, b = %time f()", "a, b = 0        "),
        ("if x:\n    !ls -la\n", "if x:\n    pass   \n"),
        ("find?", "     "),
        ("%%bash\nls | wc\n", "      \n       \n"),
        ("%%time\nx = 1\n", "pass  \nx = 1\n"),
        ('x = """\n%not a magic\n"""\n', 'x = """\n%not a magic\n"""\n'),
        ("x = (7\n%3)\n", "x = (7\n%3)\n"),
        ("x = 7 % 3  # 100 %\n", "x = 7 % 3  # 100 %\n"),
        ("!echo 🎉\r\ny = 1\r\n", "pass   \r\ny = 1\r\n"),
    ],
)
async def test_magics_are_replaced_by_as_much_text(cell: str, masked: str) -> None:
    assert mask_magics(cell) == masked
    assert [len(line) for line in mask_magics(cell).split("\n")] == [len(line) for line in cell.split("\n")]
