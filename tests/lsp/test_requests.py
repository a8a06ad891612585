"""The requests that richer clients have: the preview, a reply tried, the server's state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from editor import Document, Editor, start
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = '''from op_runtime import agentic_function, decision


@agentic_function(input={"order": {"description": "The order."}, "token": {"hidden": True}})
def refund(order: str, token: str, runtime=None):
    """Pay the money back."""


@agentic_function
def desk(token: str, runtime=None):
    """Decide about a ticket."""
    return decision.make("Pick.", {"refund": refund, "close": ("bye", "When done.")}, context={"token": token})
'''

MENU = """refund(order: str)
    Pay the money back.
    order: The order.
    Call: {"call": "refund", "args": {"order": "<str>"}}

close()
    When done.
    Call: {"call": "close"}
"""


def at(document: Document, mark: str, **more: Any) -> dict[str, Any]:
    position = document.at(mark, 1)
    place = {"line": position.line, "character": position.character}
    return {"textDocument": {"uri": document.uri}, "position": place, **more}


async def test_a_preview_has_menu_schema_specs_forms_and_graph(editor: Editor, opened) -> None:
    document = opened(TEXT)
    found = await editor.request("opLint/preview", at(document, "decision.make"))
    assert (found.kind, found.name, found.version, found.error) == ("decision", "decision.make", 1, None)
    assert found.menu == MENU
    assert [option.kind for option in found.options] == ["function", "value"]
    assert found.options[0].spec.parameters.required == ["order"]
    assert found.options[0].form[0].widget == "textarea"
    assert found.options[0].line == 4
    assert len(found.schema.anyOf) == 2
    assert sorted(node.name for node in found.graph.nodes) == ["close", "make", "refund"]


async def test_a_preview_inside_a_function_is_of_the_function(editor: Editor, opened) -> None:
    document = opened(TEXT)
    found = await editor.request("opLint/preview", at(document, '"""Pay'))
    assert (found.kind, found.name) == ("function", "refund")
    assert found.menu.startswith("refund(order: str)\n")


async def test_no_preview_where_there_is_nothing(editor: Editor, opened) -> None:
    document = opened(TEXT)
    assert await editor.request("opLint/preview", at(document, "from op_runtime")) is None


async def test_a_preview_of_code_that_does_not_parse_now_is_of_the_last_that_did(editor: Editor, opened) -> None:
    document = opened(TEXT)
    await document.diagnostics()
    document.change("# one more line\n" + TEXT.replace('context={"token": token})', 'context={"token": '))
    found = await editor.request("opLint/preview", at(document, "decision.make"))
    assert (found.kind, found.stale, found.menu) == ("decision", True, MENU)
    assert found.range.start.line == 12
    reply = '{"call": "close"}'
    assert (await editor.request("opLint/tryReply", at(document, "decision.make", reply=reply))).option == "close"


async def test_a_reply_that_picks(editor: Editor, opened) -> None:
    document = opened(TEXT)
    reply = 'Sure!\n```json\n{"call": "refund", "args": {"order": "A-1", "token": "stolen"}}\n```'
    found = await editor.request("opLint/tryReply", at(document, "decision.make", reply=reply))
    assert (found.ok, found.option, found.args.order) == (True, "refund", "A-1")
    assert found.dropped == ["token"]


async def test_a_reply_that_is_asked_again_shows_the_whole_question(editor: Editor, opened) -> None:
    document = opened(TEXT)
    found = await editor.request("opLint/tryReply", at(document, "decision.make", reply='{"call": "refnd"}'))
    assert (found.ok, found.error.kind) == (False, "unknown_call")
    assert MENU.rstrip("\n") in found.prompt


UNKNOWN = """from op_runtime import decision


def ask(rest, runtime):
    return decision.make("Pick.", {"close": ("bye", "When done."), "odd": rest.pop(), **rest}, runtime=runtime)
"""


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ('{"call": "odd"}', "this picks odd, and what that is cannot be told from source: "),
        ('{"call": "other"}', "; what else is offered cannot be told from source: "),
    ],
)
async def test_what_a_reply_would_do_is_not_guessed(editor: Editor, opened, reply: str, problem: str) -> None:
    document = opened(UNKNOWN)
    found = await editor.request("opLint/tryReply", at(document, "decision.make", reply=reply))
    assert not found.ok
    assert problem in found.problem
    found = await editor.request("opLint/tryReply", at(document, "decision.make", reply='{"call": "close"}'))
    assert (found.ok, found.option) == (True, "close")


async def test_the_schema_of_a_pick_leaves_open_what_is_not_known(editor: Editor, opened) -> None:
    document = opened(UNKNOWN)
    close, odd, rest = (await editor.request("opLint/preview", at(document, "decision.make"))).schema.anyOf
    assert not close.additionalProperties
    assert odd.properties.call.const == "odd"
    assert odd._fields == rest._fields == ("type", "properties", "required")
    assert rest.properties.call.type == "string"


async def test_a_request_without_its_parameters_is_refused_and_the_next_one_answered(editor: Editor, opened) -> None:
    document = opened(TEXT)
    for wrong in ({}, None, {"textDocument": 3}, at(document, "decision.make")):
        with pytest.raises(JsonRpcInvalidParams):
            await editor.request("opLint/tryReply", wrong)
    assert (await editor.request("opLint/preview", at(document, "decision.make"))).menu == MENU


async def test_a_request_that_does_not_exist_is_refused_and_no_error(tmp_path: Path) -> None:
    async with start(tmp_path) as editor:
        with pytest.raises(JsonRpcException, match="Method Not Found"):
            await editor.request("opLint/nothing", {})


async def test_the_state_names_documents_folders_and_encoding(editor: Editor, opened) -> None:
    document = opened(TEXT)
    await document.diagnostics()
    state = await editor.request("opLint/serverState", {})
    assert state.positionEncoding == "utf-16"
    assert str(editor.folder) in state.folders
    assert document.uri in [each.uri for each in state.documents]
    assert state.failures == 0
    assert isinstance(editor.initialized.server_info, types.ServerInfo)
    assert state.version == editor.initialized.server_info.version


async def test_the_server_runs_its_commands_for_clients_that_have_none(editor: Editor, opened) -> None:
    document = opened(TEXT)
    position = document.at("decision.make", 1)
    place = {"line": position.line, "character": position.character}
    menu = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("opLint.server.showMenu", [document.uri, place])
    )
    assert menu == MENU
    assert editor.client.messages[-1].message == MENU


@pytest.mark.parametrize(("count", "said"), [(1, "1 file with findings"), (3, "3 files with findings")])
async def test_the_whole_workspace_is_checked_on_request_with_progress(tmp_path: Path, count: int, said: str) -> None:
    bad = TEXT.replace('"token": {"hidden": True}', '"token": {"hiden": True}')
    for number in range(count):
        (tmp_path / f"bad_{number}.py").write_text(bad)
    (tmp_path / "good.py").write_text(TEXT.partition("\n\n\n@agentic_function\n")[0] + "\n")
    (tmp_path / "other.py").write_text("x = 1\n")
    async with start(tmp_path) as editor:
        found = await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams("opLint.server.checkWorkspace")
        )
        assert found == count
        assert sorted(each.uri[-8:] for each in editor.published) == [f"bad_{number}.py" for number in range(count)]
        assert [each.value["kind"] for each in editor.progress] == ["begin", *["report"] * (count + 1), "end"]
        assert editor.progress[-1].value["message"] == said


async def test_a_preview_says_where_each_part_comes_from(editor: Editor, opened) -> None:
    document = opened(TEXT)
    found = await editor.request("opLint/preview", at(document, "decision.make"))
    told = [[(each.part, each.source, each.line) for each in option.origins] for option in found.options]
    assert told == [
        [("", "function", 4), ("description", "docstring", 5), ("order", "input=", 3)],
        [("", "value", 11), ("description", "option", 11)],
    ]
    assert {each.uri for option in found.options for each in option.origins} == {document.uri}
    found = await editor.request("opLint/preview", at(document, "refund(order"))
    assert [(each.part, each.line) for each in found.options[0].origins] == [
        ("", 4),
        ("description", 5),
        ("order", 3),
    ]
