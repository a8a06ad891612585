"""Rename: a parameter wherever its name has a meaning; refused with the reason; nothing of what is not ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor import Document, Editor, start
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from op_lint.cli import main

pytestmark = pytest.mark.asyncio(loop_scope="module")

TOOLS = '''from op_runtime import agentic_function

LABEL = "🎉"; BEFORE = 1


@agentic_function(input={"q": {"description": "🎉 the q to look for"}})
def find(q: str, site: str = "", runtime=None):
    """Find pages.

    Args:
        q: words.
    """
    return {"q": f"🎉{q}", "self": LABEL}


@agentic_function
def other(q: str):
    """Do something else."""
'''
USES = '''from op_runtime import agentic_function, decision
from tools import find as look


@agentic_function
def triage(text, runtime=None):
    """Decide."""
    "🎉"; look(q=text)
    return decision.make("Pick one.", {"find": look}, context={"q": text})
'''
RENAMED_TOOLS = (
    TOOLS.replace('{"q": {"description', '{"query": {"description')
    .replace("def find(q:", "def find(query:")
    .replace("        q: words", "        query: words")
    .replace("{q}", "{query}")
)
RENAMED_USES = USES.replace("look(q=", "look(query=").replace('context={"q"', 'context={"query"')


class Desk:
    """Two files on disk, of which an editor has one or both open."""

    def __init__(self, editor: Editor, folder: Path) -> None:
        self.editor = editor
        self.folder = folder

    def write(self, tools: str = TOOLS, uses: str = USES) -> None:
        (self.folder / "tools.py").write_bytes(tools.encode())
        (self.folder / "uses.py").write_bytes(uses.encode())

    def open(self, name: str, text: str) -> Document:
        return self.editor.open(self.folder / name, text)


async def prepare(document: Document, position: types.Position) -> types.PrepareRenamePlaceholder | None:
    params = types.PrepareRenameParams(document.id, position)
    found = await document.editor.client.text_document_prepare_rename_async(params)
    assert found is None or isinstance(found, types.PrepareRenamePlaceholder)
    return found


async def rename(document: Document, position: types.Position, new: str) -> types.WorkspaceEdit | None:
    return await document.editor.client.text_document_rename_async(types.RenameParams(document.id, position, new))


def edits(edit: types.WorkspaceEdit | None) -> dict[str, tuple[int | None, list[types.TextEdit]]]:
    """Versions and edits by the last part of the URI."""
    assert edit is not None
    found: dict[str, tuple[int | None, list[types.TextEdit]]] = {}
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        made = [each for each in change.edits if isinstance(each, types.TextEdit)]
        found[change.text_document.uri.rpartition("/")[2]] = (change.text_document.version, made)
    return found


MARKS = {
    "the signature": ("def find(q", 9),
    "behind the name": ("def find(q", 10),
    "the key": ('{"q": {"desc', 2),
    "the docstring": ("        q: words", 8),
    "the body": ('f"🎉{q}', 4),
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
async def test_every_place_of_the_parameter_renames_every_other(tmp_path: Path, encoding: str, newline: str) -> None:
    tools, uses = TOOLS.replace("\n", newline), USES.replace("\n", newline)
    async with start(tmp_path, encoding=encoding) as editor:
        desk = Desk(editor, tmp_path)
        desk.write(tools, uses)
        document = desk.open("tools.py", tools)
        user = desk.open("uses.py", uses)
        places = [(document, document.at(mark, inside)) for mark, inside in MARKS.values()]
        places += [(user, user.at("look(q", 5)), (user, user.at('context={"q', 10))]
        for where, position in places:
            found = await prepare(where, position)
            assert found is not None, position
            assert (found.placeholder, where.slice(found.range)) == ("q", "q")
            made = edits(await rename(where, position, "query"))
            assert made.keys() == {"tools.py", "uses.py"}
            assert (made["tools.py"][0], made["uses.py"][0]) == (1, 1)
            assert document.apply(made["tools.py"][1]) == RENAMED_TOOLS.replace("\n", newline)
            assert user.apply(made["uses.py"][1]) == RENAMED_USES.replace("\n", newline)


@pytest.mark.parametrize(
    ("mark", "inside"),
    [
        ("def find(", 5),
        ("the q to look", 4),
        ('return {"q"', 9),
        ("LABEL = ", 1),
        ("Find pages", 1),
        ("BEFORE = 1", 9),
    ],
)
async def test_what_is_not_ours_is_left_to_other_servers(opened, mark: str, inside: int) -> None:
    document = opened(TOOLS)
    assert await prepare(document, document.at(mark, inside)) is None
    assert await rename(document, document.at(mark, inside), "query") is None


async def test_a_function_of_the_same_parameter_is_another(opened) -> None:
    document = opened(TOOLS)
    made = edits(await rename(document, document.at("def other(q", 10), "query"))
    (_, changed), *rest = made.values()
    assert not rest
    assert document.apply(changed) == TOOLS.replace("def other(q", "def other(query")


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("site", "not renamed: {path}:7: find() has a parameter site already"),
        ("not a name", 'not renamed: "not a name" is not a name that Python takes'),
        ("class", 'not renamed: "class" is not a name that Python takes'),
        ("runtime", "not renamed: find() has a parameter runtime already"),
        ("LABEL", "not renamed: {path}:13: LABEL has another meaning in find()"),
    ],
)
async def test_a_new_name_that_cannot_be_is_refused_with_the_reason(opened, new: str, reason: str) -> None:
    document = opened(TOOLS)
    with pytest.raises(JsonRpcException) as refused:
        await rename(document, document.at("def find(q", 9), new)
    path = document.uri.removeprefix("file://")
    if new != "runtime":
        assert refused.value.message == reason.format(path=path)
    assert refused.value.code == types.LSPErrorCodes.RequestFailed


@pytest.mark.parametrize(
    ("text", "mark", "reason"),
    [
        (TOOLS, "runtime=None", "runtime cannot be renamed: the runtime fills "),
        (TOOLS.replace("LABEL}", "locals()}"), "q: str, site", "locals() may read q by its name"),
        (
            "from op_runtime import agentic_function\nclass Desk:\n    @agentic_function\n    def find(self, q): ...\n",
            "q): ...",
            "Desk.find is a method: its calls through objects cannot be found",
        ),
        (TOOLS + "find(q='1'\n", "q: str, site", "does not parse, so whether q is that of find() cannot be told"),
    ],
)
async def test_a_parameter_that_cannot_be_renamed_says_why_before_a_name_is_typed(
    opened, text: str, mark: str, reason: str
) -> None:
    document = opened(text)
    with pytest.raises(JsonRpcException, match=r".") as refused:
        await prepare(document, document.at(mark))
    assert reason in refused.value.message
    assert refused.value.code == types.LSPErrorCodes.RequestFailed


async def test_unsaved_texts_count_and_files_that_are_not_open_are_edited_as_they_are_on_disk(tmp_path: Path) -> None:
    async with start(tmp_path) as editor:
        desk = Desk(editor, tmp_path)
        desk.write(tools="# another text on disk\n")
        document = desk.open("tools.py", TOOLS)
        document.change("\n" + TOOLS)
        made = edits(await rename(document, document.at("def find(q", 9), "query"))
        assert made["tools.py"][0] == 2
        assert document.apply(made["tools.py"][1]) == "\n" + RENAMED_TOOLS
        assert made["uses.py"][0] is None
        closed = Document.__new__(Document)
        closed.editor, closed.text = editor, USES
        assert closed.apply(made["uses.py"][1]) == RENAMED_USES


async def test_a_caller_in_a_file_that_names_nothing_of_ours_is_renamed(tmp_path: Path) -> None:
    async with start(tmp_path) as editor:
        desk = Desk(editor, tmp_path)
        desk.write()
        (tmp_path / "script.py").write_text("from tools import find\n\nfind(q='x')\n")
        (tmp_path / "other.py").write_text("def find(q): ...\n\n\nfind(q='x')\n")
        document = desk.open("tools.py", TOOLS)
        made = edits(await rename(document, document.at("def find(q", 9), "query"))
        assert [edit.new_text for edit in made["script.py"][1]] == ["query"]
        assert made["script.py"][1][0].range.start == types.Position(2, 5)
        assert "other.py" not in made


async def test_the_lock_file_says_what_it_would_say_after_the_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.op-lint]\n")
    async with start(tmp_path) as editor:
        desk = Desk(editor, tmp_path)
        desk.write()
        assert main(["lock"]) == 0
        lock = tmp_path / "op-lint.lock"
        document = desk.open("tools.py", TOOLS)
        made = edits(await rename(document, document.at("def find(q", 9), "query"))
        assert made.keys() == {"tools.py", "uses.py", "op-lint.lock"}
        before = Document.__new__(Document)
        before.editor, before.text = editor, lock.read_text("utf-8")
        after = before.apply(made["op-lint.lock"][1])
        desk.write(RENAMED_TOOLS, RENAMED_USES)
        assert main(["lock"]) == 0
        assert after == lock.read_text("utf-8")
        assert '"query"' in after


async def test_a_client_without_versioned_edits_gets_plain_ones_and_no_prepared_rename(tmp_path: Path) -> None:
    def adapt(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.workspace is not None
        assert capabilities.workspace.workspace_edit is not None
        assert capabilities.text_document is not None
        capabilities.workspace.workspace_edit.document_changes = None
        capabilities.text_document.rename = types.RenameClientCapabilities()

    async with start(tmp_path, adapt=adapt) as editor:
        assert editor.server.rename_provider is True
        document = editor.open(tmp_path / "tools.py", TOOLS)
        edit = await rename(document, document.at("def find(q", 9), "query")
        assert edit is not None
        assert edit.document_changes is None
        assert edit.changes is not None
        assert document.apply(list(edit.changes[document.uri])) == RENAMED_TOOLS


async def test_code_that_does_not_parse_and_does_not_name_it_is_in_no_ones_way(tmp_path: Path) -> None:
    async with start(tmp_path) as editor:
        desk = Desk(editor, tmp_path)
        desk.write(uses=USES + "find(n='1'\n")
        document = desk.open("tools.py", TOOLS + "class Half(\n")
        made = edits(await rename(document, document.at("def find(q", 9), "query"))
        assert document.apply(made["tools.py"][1]) == RENAMED_TOOLS + "class Half(\n"
        assert made.keys() == {"tools.py", "uses.py"}
