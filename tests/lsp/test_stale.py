"""Code that does not parse at the moment keeps its place in all that shows the project; nothing else is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from editor import Document, Editor, start
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

ACTIONS = '''from op_runtime import agentic_function


@agentic_function(input={"order": {"description": "The order."}})
def refund(order: str, runtime=None):
    """Pay the money back."""


@agentic_function
def close(runtime=None):
    """Close the ticket."""
'''
DESK = '''from op_runtime import agentic_function, decision

from actions import close, refund


@agentic_function
def desk(runtime=None):
    """Decide about a ticket."""
    return decision.make("Pick.", {"refund": refund, "close": close})
'''
BROKEN_ACTIONS = "# 🎉 one line more\n" + ACTIONS.replace("order: str, runtime", "order: str runtime")
BROKEN_DESK = DESK.replace('"close": close})', '"close": close}')


async def outline(document: Document) -> list[types.DocumentSymbol]:
    found = await document.editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(document.id))
    return [each for each in found or () if isinstance(each, types.DocumentSymbol)]


async def lenses(document: Document) -> list[str]:
    found = await document.editor.client.text_document_code_lens_async(types.CodeLensParams(document.id))
    return [each.command.title for each in found or () if each.command]


async def both(editor: Editor, folder: Path) -> tuple[Document, Document]:
    (folder / "actions.py").write_text(ACTIONS)
    (folder / "desk.py").write_text(DESK)
    actions, desk = editor.open(folder / "actions.py", ACTIONS), editor.open(folder / "desk.py", DESK)
    await actions.diagnostics()
    await desk.diagnostics()
    return actions, desk


def edges(graph: Any) -> list[tuple[str, str]]:
    names = {node.id: node.name for node in graph.nodes}
    return sorted((names[edge[0]], names[edge[1]]) for edge in graph.edges)


async def test_a_function_keeps_its_place_in_outlines_and_graph(tmp_path: Path) -> None:
    async with start(tmp_path) as editor:
        actions, _ = await both(editor, tmp_path)
        before = await editor.request("opLint/graph", {})
        actions.change(BROKEN_ACTIONS)
        found = await outline(actions)
        assert [each.name for each in found] == ["refund", "close"]
        assert [actions.slice(each.selection_range) for each in found] == ["refund", "close"]
        assert edges(await editor.request("opLint/graph", {})) == edges(before)
        (file, _) = (await editor.request("opLint/outline", {})).files
        assert [(each.name, each.summary, each.line) for each in file.functions] == [
            ("refund", "Pay the money back.", 5),
            ("close", "Close the ticket.", 10),
        ]
        symbols = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("refund"))
        assert [each.name for each in symbols or ()] == ["refund", "refund"]


async def test_a_decision_keeps_counting_where_its_functions_are(tmp_path: Path) -> None:
    async with start(tmp_path) as editor:
        actions, desk = await both(editor, tmp_path)
        assert await lenses(actions) == ["used in 1 decision", "used in 1 decision"]
        desk.change(BROKEN_DESK)
        assert await lenses(actions) == ["used in 1 decision", "used in 1 decision"]
        assert await lenses(desk) == []
        (found,) = await outline(desk)
        assert [child.name for child in found.children or ()] == ["decision.make"]
        desk.change(DESK.replace(', "close": close', ""))
        assert await lenses(actions) == ["used in 1 decision"]


async def test_what_is_deleted_is_gone_though_something_else_does_not_parse(tmp_path: Path) -> None:
    async with start(tmp_path) as editor:
        actions, _ = await both(editor, tmp_path)
        actions.change(BROKEN_ACTIONS.partition("@agentic_function\ndef close")[0])
        assert [each.name for each in await outline(actions)] == ["refund"]


@pytest.mark.parametrize(
    ("written", "broken"),
    [
        ('"The order."}})', '"The order."}'),
        ('{"description": "The order."}})', ""),
        ("order: str, runtime", "order: str runtime"),
    ],
)
async def test_a_menu_never_shows_half_of_a_function_that_does_not_parse(
    tmp_path: Path, written: str, broken: str
) -> None:
    async with start(tmp_path) as editor:
        actions, desk = await both(editor, tmp_path)
        actions.change(ACTIONS.replace(written, broken))
        await actions.diagnostics()
        found = await desk.hover(desk.at("decision.make", 10))
        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        menu, _, _ = found.contents.value.partition("\n\nclose()")
        assert "refund: <unknown: " in menu
        assert "does not parse" in menu
        actions.change(ACTIONS)
        await actions.diagnostics()
        found = await desk.hover(desk.at("decision.make", 10))
        assert found is not None
        assert "order: The order." in str(found.contents)
