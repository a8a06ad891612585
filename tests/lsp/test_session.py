"""A session: roots and configurations, odd documents, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from editor import PATIENCE, SERVER, Editor, start
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

NO_SUMMARY = "from op_runtime import agentic_function\n\n\n@agentic_function\ndef find(runtime=None):\n    return 1\n"
BAD_KEY = '''from op_runtime import agentic_function


@agentic_function(input={"q": {"descripton": "words"}})
def find(q: str, runtime=None):
    """Find pages."""
'''


async def codes(editor: Editor, path: Path, text: str = NO_SUMMARY) -> list[str]:
    document = editor.open(path, text)
    return [str(each.code) for each in await document.diagnostics()]


async def test_each_file_uses_the_nearest_configuration(tmp_path: Path) -> None:
    api, bot, scratch = tmp_path / "api", tmp_path / "bot", tmp_path / "scratch"
    for folder in (api, bot / "tools", scratch):
        folder.mkdir(parents=True)
    (api / "pyproject.toml").write_text('[tool.op-lint]\nignore = ["OP101"]\n')
    (bot / "pyproject.toml").write_text('[tool.op-lint.severity]\nOP101 = "error"\n')
    (bot / "tools" / "op-lint.toml").write_text('extend = "../pyproject.toml"\n')
    async with start(api, bot) as editor:
        assert await codes(editor, api / "a.py") == []
        document = editor.open(bot / "tools" / "b.py", NO_SUMMARY)
        (found,) = await document.diagnostics()
        assert found.severity == types.DiagnosticSeverity.Error
        outside = editor.open(scratch / "c.py", NO_SUMMARY)
        (found,) = await outside.diagnostics()
        assert found.severity == types.DiagnosticSeverity.Warning


async def test_a_changed_configuration_counts_at_once(tmp_path: Path) -> None:
    config = tmp_path / "pyproject.toml"
    config.write_text('[tool.op-lint]\nignore = ["OP101"]\n')
    async with start(tmp_path) as editor:
        document = editor.open(tmp_path / "a.py", NO_SUMMARY)
        assert await document.diagnostics() == ()
        assert "**/pyproject.toml" in str(editor.registered)
        config.write_text("[tool.op-lint]\n")
        change = types.FileEvent(config.as_uri(), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        await editor.wait_for(lambda each: [item.code for item in each.diagnostics] == ["OP101"])


async def test_a_configuration_that_cannot_be_used_is_said_and_the_defaults_count(tmp_path: Path) -> None:
    (tmp_path / "op-lint.toml").write_text("selct = []\n")
    async with start(tmp_path) as editor:
        assert await codes(editor, tmp_path / "a.py") == ["OP101"]
        await codes(editor, tmp_path / "b.py")
        (message,) = editor.client.messages
        assert "selct: there is no such setting; did you mean" in message.message


async def test_a_file_that_changed_on_disk_counts_in_those_that_import_it(tmp_path: Path) -> None:
    helper = tmp_path / "helper.py"
    helper.write_text("FIELD = [str]\n")
    text = (
        "from op_runtime import decision\nfrom helper import FIELD\n\n\n"
        'def ask():\n    return decision.make("Pick.", {"emit": ("Emit.", {"lines": FIELD})})\n'
    )
    async with start(tmp_path) as editor:
        assert await codes(editor, tmp_path / "user.py", text) == []
        helper.write_text("FIELD = [str, int]\n")
        change = types.FileEvent(helper.as_uri(), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        await editor.wait_for(lambda each: [item.code for item in each.diagnostics] == ["OP401"])


async def test_an_unsaved_document_without_a_file_is_checked(editor: Editor) -> None:
    document = editor.open("untitled:Untitled-1", BAD_KEY)
    assert [each.code for each in await document.diagnostics()] == ["OP204"]
    document.close()


@pytest.mark.parametrize(
    "uri",
    [
        "git:/repo/a.py?%7B%22ref%22%3A%22HEAD%22%7D",
        "vscode-notebook-cell:/repo/n.ipynb#W2sZ",
        "codediff:///left/a.py",
        "file:///a%00b.py",
        "file://[bad/a.py",
        "",
        "not a uri",
    ],
)
async def test_other_documents_are_left_alone_and_the_next_request_works(editor: Editor, opened, uri: str) -> None:
    odd = editor.open(uri, BAD_KEY)
    position = types.Position(4, 5)
    assert await odd.hover(position) is None
    odd.change(BAD_KEY + "\n")
    odd.close()
    document = opened(BAD_KEY)
    assert await document.hover(document.at("find(", 1)) is not None
    assert uri not in [each.uri for each in editor.published]


async def test_a_path_with_spaces_and_signs(editor: Editor, opened) -> None:
    document = opened(BAD_KEY, "ein ordner; #1 +%41 ü.py")
    assert [each.code for each in await document.diagnostics()] == ["OP204"]


async def test_a_position_outside_the_text_is_no_failure(opened) -> None:
    document = opened(BAD_KEY)
    for position in (types.Position(99, 0), types.Position(0, 9999), types.Position(6, 3)):
        await document.hover(position)
        await document.editor.client.text_document_completion_async(types.CompletionParams(document.id, position))
    assert await document.hover(document.at("find(", 1)) is not None


async def test_only_python_is_checked(editor: Editor) -> None:
    config = editor.open(editor.folder / "pyproject.toml", "[tool]\n", language="toml")
    assert await config.hover(types.Position(0, 1)) is None


# How it ends


def message(**fields: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def initialize(process: int | None = None) -> bytes:
    return message(id=1, method="initialize", params={"processId": process, "rootUri": None, "capabilities": {}})


def run(data: bytes, command: Sequence[str] = SERVER) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=data, capture_output=True, timeout=PATIENCE, check=False)


async def test_it_ends_with_1_when_the_client_is_just_gone() -> None:
    assert run(b"").returncode == 1
    assert run(initialize()).returncode == 1


async def test_it_ends_with_0_after_shutdown_and_exit() -> None:
    data = initialize() + message(id=2, method="shutdown") + message(method="exit")
    assert run(data).returncode == 0


async def test_it_ends_with_1_after_exit_alone() -> None:
    assert run(initialize() + message(method="exit")).returncode == 1


async def test_nonsense_on_the_stream_does_not_end_it() -> None:
    nonsense = b"Content-Length: 9\r\n\r\nnonsense!" + b"Hello: there\r\n\r\n"
    data = initialize() + nonsense + message(id=2, method="no/such") + message(id=3, method="shutdown")
    done = run(data + message(method="exit"))
    assert done.returncode == 0
    assert b'"id": 2' in done.stdout
    assert b'"id": 3' in done.stdout


@pytest.mark.parametrize("version", [{"version": None}, {}, {"version": 2}], ids=["null", "none", "a number"])
async def test_an_edit_counts_whatever_is_said_of_its_version(
    editor: Editor, tmp_path: Path, version: dict[str, Any]
) -> None:
    document = editor.open(tmp_path / "desk.py", "")
    change = {"textDocument": {"uri": document.uri, **version}, "contentChanges": [{"text": NO_SUMMARY}]}
    editor.client.protocol._send_data({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change})
    asked = types.DocumentSymbolParams(document.id)
    (found,) = await editor.client.text_document_document_symbol_async(asked) or ()
    assert found.name == "find"


async def test_what_is_printed_does_not_reach_the_client() -> None:
    code = (
        "import sys, os, op_lsp.features.hover as hover\n"
        "from op_lsp.server import main\n"
        "import op_lsp.session as session\n"
        "start = session.Session.start\n"
        "def noisy(self, *args):\n"
        "    print('noise'); os.write(1, b'more noise'); os.system('echo child noise')\n"
        "    start(self, *args)\n"
        "session.Session.start = noisy\n"
        "raise SystemExit(main([]))\n"
    )
    data = initialize() + message(id=2, method="shutdown") + message(method="exit")
    done = run(data, [sys.executable, "-c", code])
    assert done.returncode == 0
    assert b"noise" not in done.stdout
    assert b"child noise" in done.stderr


async def test_it_ends_when_the_process_that_started_it_is_gone() -> None:
    """A parent that is killed while somebody else still holds the server's input open."""
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import time; time.sleep(600)", stdin=asyncio.subprocess.DEVNULL
    )
    reading, writing = os.pipe()
    server = await asyncio.create_subprocess_exec(
        *SERVER, stdin=reading, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    os.close(reading)
    try:
        os.write(writing, initialize(parent.pid))
        assert server.stdout is not None
        await asyncio.wait_for(server.stdout.readline(), PATIENCE)
        parent.kill()
        await parent.wait()
        assert await asyncio.wait_for(server.wait(), PATIENCE) == 1
    finally:
        os.close(writing)
