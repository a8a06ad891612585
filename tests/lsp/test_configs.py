"""Several configurations in one workspace: each file has its nearest one, and a change of one changes no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor import Document, Editor, start
from lsprotocol import types

pytestmark = pytest.mark.asyncio

TEXT = "from op_runtime import agentic_function\n\n\n@agentic_function\ndef {}(q: str):\n    return q\n"
API = '[tool.op-lint]\nignore = ["OP101"]\n'
BOT = '[tool.op-lint]\nselect = ["OP101"]\n[tool.op-lint.severity]\nOP101 = "error"\n'
TOOLS = 'extend = "../pyproject.toml"\nignore = ["OP101"]\nextend-select = ["OP203"]\n'

Told = list[tuple[str, str]]


def workspace(folder: Path) -> Path:
    """Effect: writes two projects beside each other, one of them with a folder that has a configuration of its own."""
    for name, text in (("api/pyproject.toml", API), ("bot/pyproject.toml", BOT), ("bot/tools/op-lint.toml", TOOLS)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def opened(editor: Editor, folder: Path) -> dict[str, Document]:
    paths = ("api/deep/down/a.py", "bot/b.py", "bot/tools/c.py", "top.py")
    return {path: editor.open(folder / path, TEXT.format(f"find_{number}")) for number, path in enumerate(paths)}


def shown(diagnostics: object) -> Told:
    assert isinstance(diagnostics, tuple | list)
    return [(str(each.code), each.severity.name) for each in diagnostics]


def last(editor: Editor, document: Document) -> Told:
    """What the client was told last of a document."""
    return shown([each for each in editor.published if each.uri == document.uri][-1].diagnostics)


BEFORE: dict[str, Told] = {
    "api/deep/down/a.py": [("OP203", "Warning")],
    "bot/b.py": [("OP101", "Error")],
    "bot/tools/c.py": [("OP203", "Warning")],
    "top.py": [("OP101", "Warning"), ("OP203", "Warning")],
}


async def changed(editor: Editor, path: Path, text: str | None) -> None:
    """Effect: writes a file or removes it, and tells the server; waits until it has looked at every document again."""
    kind = types.FileChangeType.Changed if path.exists() else types.FileChangeType.Created
    if text is None:
        path.unlink()
        kind = types.FileChangeType.Deleted
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    event = types.FileEvent(path.as_uri(), kind)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def becomes(editor: Editor, document: Document, told: Told) -> None:
    await editor.wait_for(lambda _: last(editor, document) == told)


@pytest.mark.parametrize("roots", [["."], ["api", "bot"], ["bot/tools", "."]])
async def test_each_file_has_its_nearest_configuration_and_a_change_of_one_changes_no_other(
    tmp_path: Path, roots: list[str]
) -> None:
    folder = workspace(tmp_path)
    async with start(*(folder / root for root in roots)) as editor:
        documents = opened(editor, folder)
        assert {path: shown(await each.diagnostics()) for path, each in documents.items()} == BEFORE

        await changed(editor, folder / "api/pyproject.toml", '[tool.op-lint]\nselect = ["OP101"]\n')
        await becomes(editor, documents["api/deep/down/a.py"], [("OP101", "Warning")])
        now = {**BEFORE, "api/deep/down/a.py": [("OP101", "Warning")]}
        await told(editor, documents, now)

        # the configuration that another one extends is the other's, too
        await changed(editor, folder / "bot/pyproject.toml", '[tool.op-lint.severity]\nOP203 = "error"\n')
        now["bot/b.py"] = [("OP101", "Warning"), ("OP203", "Error")]
        now["bot/tools/c.py"] = [("OP203", "Error")]
        await becomes(editor, documents["bot/b.py"], now["bot/b.py"])
        await becomes(editor, documents["bot/tools/c.py"], now["bot/tools/c.py"])
        await told(editor, documents, now)

        # without its own a folder has the one above, and what is new counts at once
        await changed(editor, folder / "bot/tools/op-lint.toml", None)
        now["bot/tools/c.py"] = now["bot/b.py"]
        await becomes(editor, documents["bot/tools/c.py"], now["bot/tools/c.py"])
        await changed(editor, folder / "api/deep/op-lint.toml", 'ignore = ["ALL"]\n')
        now["api/deep/down/a.py"] = []
        await becomes(editor, documents["api/deep/down/a.py"], [])
        await told(editor, documents, now)


async def told(editor: Editor, documents: dict[str, Document], now: dict[str, Told]) -> None:
    """What every client request finds out, too: it is answered behind all that was to be looked at again."""
    await editor.request("opLint/serverState", {})
    assert {path: last(editor, each) for path, each in documents.items()} == now


async def test_a_mistake_in_one_configuration_is_said_and_leaves_the_others(tmp_path: Path) -> None:
    folder = workspace(tmp_path)
    async with start(folder) as editor:
        documents = opened(editor, folder)
        for each in documents.values():
            await each.diagnostics()
        await changed(editor, folder / "bot/tools/op-lint.toml", "ignroe = []\n")
        defaults = BEFORE["top.py"]
        await becomes(editor, documents["bot/tools/c.py"], defaults)
        await told(editor, documents, {**BEFORE, "bot/tools/c.py": defaults})
        (said,) = editor.client.messages
        assert "op-lint.toml" in said.message
        assert "ignroe" in said.message
        await changed(editor, folder / "bot/tools/op-lint.toml", TOOLS)
        await becomes(editor, documents["bot/tools/c.py"], BEFORE["bot/tools/c.py"])


async def test_the_state_and_the_check_of_everything_know_each_configuration(tmp_path: Path) -> None:
    folder = workspace(tmp_path)
    for number, path in enumerate(BEFORE):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(TEXT.format(f"find_{number}"))
    async with start(folder) as editor:
        documents = opened(editor, folder)
        state = await editor.request("opLint/serverState", {})
        configs = {each.uri: each.config for each in state.documents}
        assert configs[documents["bot/b.py"].uri] == str(folder / "bot" / "pyproject.toml")
        assert configs[documents["bot/tools/c.py"].uri] == str(folder / "bot" / "tools" / "op-lint.toml")
        assert configs[documents["top.py"].uri] is None
        for each in documents.values():
            each.close()
        editor.published.clear()
        run = types.ExecuteCommandParams("opLint.server.checkWorkspace")
        assert await editor.client.workspace_execute_command_async(run) == 4
        found = {each.uri: shown(each.diagnostics) for each in editor.published if each.diagnostics}
        assert found == {each.uri: BEFORE[path] for path, each in documents.items()}
