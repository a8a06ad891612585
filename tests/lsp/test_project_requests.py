"""What a client's views of the whole project ask: the graph, the outline, and a menu as it was before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from editor import Document, Editor, start
from pygls.exceptions import JsonRpcInvalidParams

pytestmark = pytest.mark.asyncio(loop_scope="module")

ACTIONS = '''from op_runtime import agentic_function


@agentic_function(input={"order": {"description": "The order."}})
def refund(order: str, runtime=None):
    """Pay the money back."""
'''

HERE = 'decision.make("Pick.'

DESK = '''from op_runtime import agentic_function, decision

from actions import refund


@agentic_function
def desk(runtime=None):
    """Decide about a ticket."""
    return decision.make("Pick.", {"refund": refund, "close": ("bye", "When done.")})


def later(steps, runtime=None):
    return decision.make("Next?", steps)
'''


def at(document: Document, mark: str, **more: Any) -> dict[str, Any]:
    position = document.at(mark, 1)
    return {
        "textDocument": {"uri": document.uri},
        "position": {"line": position.line, "character": position.character},
        **more,
    }


def project(folder: Path) -> Path:
    (folder / "actions.py").write_text(ACTIONS)
    (folder / "desk.py").write_text(DESK)
    return folder


async def test_an_option_of_a_preview_has_its_part_of_the_menu_and_its_size(editor: Editor, opened) -> None:
    opened(ACTIONS, "actions.py")
    document = opened(DESK, "desk.py")
    found = await editor.request("opLint/preview", at(document, HERE))
    assert [option.text for option in found.options] == found.menu.rstrip("\n").split("\n\n")
    assert found.options[1].text == 'close()\n    When done.\n    Call: {"call": "close"}'
    assert found.options[1].tokens == 16  # 50 characters, 3.1 to a token


async def test_the_graph_holds_every_decision_across_files_and_says_what_is_unknown(tmp_path: Path) -> None:
    async with start(project(tmp_path)) as editor:
        graph = await editor.request("opLint/graph", {})
    names = {node.id: node.name for node in graph.nodes}
    edges = sorted((names[getattr(edge, "_0", None) or edge[0]], names[edge.to], edge.option) for edge in graph.edges)
    assert edges == [("desk", "make", ""), ("make", "close", "close"), ("make", "refund", "refund")]
    assert sorted(names.values()) == ["close", "desk", "make", "make", "refund"]
    (unknown,) = [node for node in graph.nodes if getattr(node, "problem", None)]
    assert (unknown.kind, unknown.line, unknown.character) == ("decision", 12, 11)
    # a function by its name, a value by the text that names it
    places = {node.name: (node.uri.rpartition("/")[2], node.line, node.character) for node in graph.nodes}
    assert places["refund"] == ("actions.py", 4, 4)
    assert places["close"] == ("desk.py", 8, 53)


async def test_places_are_counted_as_the_client_counts_in_files_that_are_not_open_too(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "desk.py").write_text(DESK.replace('"Pick."', '"Pick 🙂."'), encoding="utf-8")
    async with start(folder) as editor:
        graph = await editor.request("opLint/graph", {})
    # the sign is one code point, and two units of UTF-16
    assert [node.character for node in graph.nodes if node.name == "close"] == [56]


async def test_the_outline_lists_functions_with_their_decisions_and_those_outside(tmp_path: Path) -> None:
    async with start(project(tmp_path)) as editor:
        actions, desk = (await editor.request("opLint/outline", {})).files
    assert [function.name for function in actions.functions] == ["refund"]
    (function,) = desk.functions
    assert (function.name, function.summary, function.line, function.lastLine) == (
        "desk",
        "Decide about a ticket.",
        6,
        8,
    )
    assert [(each.line, each.options) for each in function.decisions] == [(8, ["refund", "close"])]
    assert [(each.line, each.options) for each in desk.decisions] == [(12, None)]


async def test_a_menu_is_told_as_it_was_with_the_saved_texts_of_its_file_and_of_what_it_imports(tmp_path: Path) -> None:
    folder = project(tmp_path)
    async with start(folder) as editor:
        desk = editor.open(folder / "desk.py", DESK.replace("When done.", "When nothing is left."))
        actions = editor.open(folder / "actions.py", ACTIONS.replace("Pay the", "Send the"))
        now = (await editor.request("opLint/preview", at(desk, HERE))).menu
        assert "Send the money back." in now
        texts = [{"uri": desk.uri, "text": DESK}, {"uri": actions.uri, "text": ACTIONS}]
        before = await editor.request("opLint/menuIn", at(desk, HERE, texts=texts))
        assert before.found
        assert before.menu == now.replace("Send the", "Pay the").replace("When nothing is left.", "When done.")
        assert [option.name for option in before.options] == ["refund", "close"]
        assert (await editor.request("opLint/preview", at(desk, HERE))).menu == now


async def test_a_decision_that_was_not_there_before_is_not_found(editor: Editor, opened) -> None:
    document = opened(DESK)
    texts = [{"uri": document.uri, "text": "x = 1\n"}]
    before = await editor.request("opLint/menuIn", at(document, HERE, texts=texts))
    assert (before.found, before.menu) == (False, None)


async def test_a_menu_in_no_texts_is_refused(editor: Editor, opened) -> None:
    document = opened(DESK)
    with pytest.raises(JsonRpcInvalidParams):
        await editor.request("opLint/menuIn", at(document, HERE, texts=[{"uri": 3}]))
