"""Diagnostics of the whole workspace: unchanged ones by their id, in parts, with progress, and cancelled."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from editor import PATIENCE, Editor, start
from lsprotocol import types
from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.asyncio(loop_scope="module")

GOOD = '''from op_runtime import agentic_function


@agentic_function(input={"q": {"description": "Words."}})
def find(q: str):
    """Find pages."""
'''
BAD = GOOD.replace("description", "descripton")


async def ask(editor: Editor, **more: Any) -> list[Any]:
    previous = [types.PreviousResultId(uri, value) for uri, value in more.pop("previous", {}).items()]
    params = types.WorkspaceDiagnosticParams(previous, **more)
    answer = await asyncio.wait_for(editor.client.workspace_diagnostic_async(params), PATIENCE)
    return list(answer.items)


def codes(report: Any) -> list[str]:
    return [each.code for each in report.items]


async def test_what_did_not_change_is_told_by_its_id_alone(tmp_path: Path) -> None:
    for name, text in (("bad.py", BAD), ("good.py", GOOD), ("other.py", "x = 1\n")):
        (tmp_path / name).write_text(text)
    async with start(tmp_path) as editor:
        first = {each.uri.rpartition("/")[2]: each for each in await ask(editor)}
        assert first.keys() == {"bad.py", "good.py"}
        assert "OP204" in codes(first["bad.py"])
        assert codes(first["good.py"]) == []
        known = {each.uri: each.result_id for each in first.values()}
        assert [each.kind for each in await ask(editor, previous=known)] == ["unchanged", "unchanged"]
        document = editor.open(tmp_path / "good.py", BAD)
        await document.diagnostics()
        again = {each.uri.rpartition("/")[2]: each for each in await ask(editor, previous=known)}
        assert again["bad.py"].kind == "unchanged"
        assert "OP204" in codes(again["good.py"])
        assert again["good.py"].version == 1


async def test_a_file_that_is_gone_has_none_any_more(tmp_path: Path) -> None:
    gone = tmp_path / "gone.py"
    gone.write_text(BAD)
    async with start(tmp_path) as editor:
        (first,) = await ask(editor)
        gone.unlink()
        event = types.FileEvent(first.uri, types.FileChangeType.Deleted)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        (second,) = await ask(editor, previous={first.uri: first.result_id})
        assert (second.kind, second.uri, codes(second)) == ("full", first.uri, [])


async def test_an_answer_in_parts_with_progress(tmp_path: Path) -> None:
    for number in range(45):
        (tmp_path / f"bad_{number}.py").write_text(BAD)
    async with start(tmp_path) as editor:
        assert await ask(editor, partial_result_token="parts", work_done_token="work") == []
        parts = [each.value for each in editor.progress if each.token == "parts"]
        assert [len(part["items"]) for part in parts] == [20, 20, 5]
        assert len({item["uri"] for part in parts for item in part["items"]}) == 45
        work = [each.value for each in editor.progress if each.token == "work"]
        assert [each["kind"] for each in work] == ["begin", *["report"] * 45, "end"]
        assert work[-2]["percentage"] == 100


async def test_a_client_may_cancel_and_is_served_further(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"bad_{number}.py").write_text(BAD)
    async with start(tmp_path) as editor:
        protocol = editor.client.protocol
        asked = types.WorkspaceDiagnosticParams([], work_done_token="work")
        waiting = protocol.send_request(types.WORKSPACE_DIAGNOSTIC, asked, msg_id="the one")
        protocol.notify(types.CANCEL_REQUEST, types.CancelParams("the one"))
        with pytest.raises(JsonRpcException) as refused:
            await asyncio.wait_for(asyncio.wrap_future(waiting), PATIENCE)
        assert refused.value.code == types.LSPErrorCodes.RequestCancelled
        assert len(await ask(editor)) == 200
        ended = [each.value["kind"] for each in editor.progress if each.token == "work"]
        assert ended == ["begin", "end"] or not ended


async def test_a_notebook_that_is_not_open_is_told_at_its_start_with_the_cell(tmp_path: Path) -> None:
    cells = [{"cell_type": "markdown", "source": "# Tools"}, {"cell_type": "code", "source": BAD.splitlines(True)}]
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    (tmp_path / "tools.ipynb").write_text(json.dumps(notebook))
    async with start(tmp_path) as editor:
        (report,) = await ask(editor)
        assert report.uri == (tmp_path / "tools.ipynb").as_uri()
        (found,) = [each for each in report.items if each.code == "OP204"]
        assert found.message.startswith("cell 2, line 4: ")
        assert found.range == types.Range(types.Position(0, 0), types.Position(0, 0))


async def test_what_was_said_of_files_that_are_not_open_is_taken_back_with_them_and_their_folder(
    tmp_path: Path,
) -> None:
    for name in ("one/a.py", "one/b.py", "two/c.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BAD)
    uris = [(tmp_path / name).as_uri() for name in ("one/a.py", "one/b.py", "two/c.py")]

    async with start(tmp_path / "one", tmp_path / "two") as editor:

        def last(uri: str) -> bool:
            return bool([each for each in editor.published if each.uri == uri][-1].diagnostics)

        run = types.ExecuteCommandParams("opLint.server.checkWorkspace")
        assert await editor.client.workspace_execute_command_async(run) == 3
        assert [last(uri) for uri in uris] == [True, True, True]

        (tmp_path / "one" / "a.py").write_text(BAD.replace("descripton", "description"))
        (tmp_path / "one" / "b.py").unlink()
        changes = [
            types.FileEvent(uris[0], types.FileChangeType.Changed),
            types.FileEvent(uris[1], types.FileChangeType.Deleted),
        ]
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))
        await editor.wait_for(lambda _: [last(uri) for uri in uris] == [False, False, True])

        (tmp_path / "one" / "a.py").write_text(BAD)
        (tmp_path / "two" / "pyproject.toml").write_text('[tool.op-lint]\nignore = ["ALL"]\n')
        changes = [types.FileEvent((tmp_path / "two" / "pyproject.toml").as_uri(), types.FileChangeType.Created)]
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))
        await editor.wait_for(lambda _: [last(uri) for uri in uris] == [False, False, False])

        assert await editor.client.workspace_execute_command_async(run) == 1
        document = editor.open(tmp_path / "one" / "b.py", BAD)
        await document.diagnostics()
        folder = types.WorkspaceFolder((tmp_path / "one").as_uri(), "one")
        gone = types.WorkspaceFoldersChangeEvent([], [folder])
        editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(gone))
        await editor.wait_for(lambda _: [last(uri) for uri in uris] == [False, True, False])
        document.close()
        await editor.wait_for(lambda _: not last(uris[1]))


async def test_a_client_that_asks_by_itself_is_not_told_twice_once_a_file_is_open(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(BAD)

    def pull(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()

    async with start(tmp_path, adapt=pull) as editor:
        run = types.ExecuteCommandParams("opLint.server.checkWorkspace")
        assert await editor.client.workspace_execute_command_async(run) == 1
        assert [bool(each.diagnostics) for each in editor.published] == [True]
        document = editor.open(tmp_path / "a.py", BAD)
        found = await editor.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document.id))
        assert found.items
        await editor.wait_for(lambda _: [bool(each.diagnostics) for each in editor.published] == [True, False])


@pytest.mark.parametrize("first", ["asks", "checks"])
async def test_a_client_that_asks_for_all_files_is_told_of_none_besides(first: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(BAD)

    def pull(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        assert capabilities.workspace is not None
        capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
        capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)

    async with start(tmp_path, adapt=pull) as editor:
        run = types.ExecuteCommandParams("opLint.server.checkWorkspace")
        if first == "checks":
            assert await editor.client.workspace_execute_command_async(run) == 1
            assert [bool(each.diagnostics) for each in editor.published] == [True]
        (report,) = await ask(editor)
        assert codes(report) == ["OP204"]
        shown = {each.uri: bool(each.diagnostics) for each in editor.published}
        assert not any(shown.values())
        before = len(editor.published)
        assert "diagnostics" not in editor.refreshed
        assert await editor.client.workspace_execute_command_async(run) == 1
        assert editor.refreshed.count("diagnostics") == 1
        assert len(editor.published) == before
