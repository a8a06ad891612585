"""Random edits over many documents: the server has the client's text all the time, and ends with op-lint's findings."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Awaitable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import psutil
import pytest
from editor import PATIENCE, Document, Editor, start
from lsprotocol import types

from op_lint import cli

pytestmark = pytest.mark.asyncio(loop_scope="module")

EDITS = int(os.environ.get("OP_LINT_SOAK", "300"))
"""How many edits; the long run (``OP_LINT_SOAK=10000``) is for releases."""
SETTLED = 1000
"""Edits after which memory must not grow any more."""
GROWTH = 1.2
DOCUMENTS = 20
LONGEST = 2_500
"""Characters that a document may grow to: what is open must not grow all the time where memory is said not to."""
CORPUS = Path(__file__).parents[1] / "corpus"
PIECES = (
    "\n", "\r\n", "\r", "🎉", "👩\u200d🚀", "é", "e\u0301", "\u2028", "\x0c", "\t", " ", '"', "'", '"""', "(", ")", "[",
    "]", "{", "}", ",", ":", "=", "#", "\\", "@agentic_function", "@agentic_function(input={", "def f(x):",
    '\n\n@agentic_function\ndef g(x: int) -> str:\n    """Do 🎉."""\n', "input={", '"description": "x"', "runtime=None",
    'decision.make("Pick.", {"a": f})', "decision.make(", "class A:\n    pass\n", "if x:\n", "lambda: ",
    "# noqa: OP203", "from op_runtime import agentic_function, decision\n", "from module_3 import *\n",
    "import module_7 as seven\n",
)  # fmt: skip
QUESTIONS = (
    ("hover", types.HoverParams),
    ("completion", types.CompletionParams),
    ("definition", types.DefinitionParams),
    ("signature_help", types.SignatureHelpParams),
    ("prepare_call_hierarchy", types.CallHierarchyPrepareParams),
)


class Edited:
    """A document, all its texts by version, and what is left to undo."""

    def __init__(self, editor: Editor, path: Path, text: str) -> None:
        self.path = path
        self.document = editor.open(path, text)
        self.digests = {1: digest(text)}
        self.before: list[str] = []

    def edit(self, chance: random.Random, others: list[Edited]) -> None:
        """Effect: one random edit."""
        text = self.document.text
        place = chance.randrange(len(text) + 1)
        end = min(len(text), place + chance.choice((0, 1, 1, 5, 40)))
        match chance.randrange(14):
            case 0 | 1 if self.before:  # undo
                self.replace(0, len(text), self.before.pop(), chance, undo=True)
            case 2:  # other line ends
                new = text.replace("\r\n", "\n") if "\r\n" in text else text.replace("\n", "\r\n")
                self.replace(0, len(text), new, chance)
            case 3 | 4:  # delete
                self.replace(place, end, "", chance)
            case 5:  # half a line is left
                found = text.find("\n", place)
                self.replace(place, found if found >= 0 else len(text), "", chance)
            case 6:  # paste, from another document or this one
                source = chance.choice(others).document.text
                start_at = chance.randrange(len(source) + 1)
                self.replace(place, end, source[start_at : start_at + chance.choice((3, 60, 900))], chance)
            case _:
                self.replace(place, place, chance.choice(PIECES), chance)

    def replace(self, first: int, last: int, new: str, chance: random.Random, *, undo: bool = False) -> None:
        """Effect: replaces characters ``first`` to ``last``; sends the whole text, or only these."""
        old = self.document.text
        text = old[:first] + new + old[last:]
        if len(text) > LONGEST:
            return
        if not undo:
            self.before = [*self.before[-20:], old]
        if chance.random() < 0.5 or inside_line_end(old, first, last):
            self.document.change(text)
        else:
            self.document.replace(first, last, new)
        assert self.document.text == text
        self.digests[self.document.version] = digest(text)


def inside_line_end(text: str, *offsets: int) -> bool:
    """Whether one of these stands inside of a CRLF, where no position is."""
    return any(text[offset - 1 : offset + 1] == "\r\n" for offset in offsets if offset)


def digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


async def texts_are_the_same(editor: Editor, documents: list[Edited]) -> None:
    """Asks what the server holds; it may have read more edits when it answers, never fewer."""
    wanted = {each.document.uri: (each.document.version, each.digests) for each in documents}
    state = await editor.client.protocol.send_request_async("opLint/serverState", {})
    assert {item.uri for item in state.documents} == set(wanted)
    for item in state.documents:
        version, digests = wanted[item.uri]
        assert item.version >= version
        assert item.digest == digests[item.version]


async def ask(edited: Edited, chance: random.Random) -> None:
    """One random question about a document."""
    document = edited.document
    position = document.position(chance.randrange(len(document.text) + 1))
    client = document.editor.client
    match chance.randrange(4):
        case 0:
            await client.text_document_code_lens_async(types.CodeLensParams(document.id))
        case 1:
            await client.text_document_document_symbol_async(types.DocumentSymbolParams(document.id))
        case _:
            name, params = chance.choice(QUESTIONS)
            await getattr(client, f"text_document_{name}_async")(params(document.id, position))


async def act(edited: Edited, chance: random.Random) -> None:
    """Takes a random action, where there is one, and applies it as an editor does."""
    document = edited.document
    actions = await document.actions(document.everything)
    edits = [action.edit for action in actions if action.edit is not None]
    if not edits:
        return
    for change in chance.choice(edits).document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        assert (change.text_document.uri, change.text_document.version) == (document.uri, document.version)
        new = document.apply([edit for edit in change.edits if isinstance(edit, types.TextEdit)])
        edited.replace(0, len(document.text), new, chance)


async def finished(pending: list[asyncio.Future[Any]]) -> None:
    for answer in pending:
        await asyncio.wait_for(answer, 10 * PATIENCE)
    pending.clear()


def findings_of_op_lint(edited: Edited, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, str, Any]]:
    """What the command line says of a file, its ranges as the client counts them."""
    capsys.readouterr()
    assert cli.main(["check", "--no-cache", "--output-format", "json", str(edited.path)]) in (0, 1)
    document = edited.document
    found = []
    for item in json.loads(capsys.readouterr().out):
        start_at, end = (
            document.position(document.offset(item[line] - 1, item[column] - 1))
            for line, column in (("line", "column"), ("end_line", "end_column"))
        )
        found.append((item["code"], item["severity"], item["message"], types.Range(start_at, end)))
    return found


SEVERITIES = {
    types.DiagnosticSeverity.Error: "error",
    types.DiagnosticSeverity.Warning: "warning",
    types.DiagnosticSeverity.Information: "info",
}


def said(params: types.PublishDiagnosticsParams) -> list[tuple[str, str, str, Any]]:
    return [
        (str(each.code), SEVERITIES[each.severity or types.DiagnosticSeverity.Error], each.message, each.range)
        for each in params.diagnostics
    ]


async def settled(
    editor: Editor, document: Document, wanted: list[tuple[str, str, str, Any]]
) -> list[tuple[str, str, str, Any]]:
    """What the server says of a document's newest text, once it says what is wanted or has nothing left to say."""
    await document.diagnostics()
    try:
        params = await editor.wait_for(
            lambda each: each.uri == document.uri and each.version == document.version and said(each) == wanted
        )
    except TimeoutError:
        params = await editor.wait_for(lambda each: each.uri == document.uri)
    return said(params)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_random_edits(tmp_path: Path, encoding: str, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(f"soak {encoding}")
    files = (file.read_bytes() for file in sorted(CORPUS.glob("*.py")))
    # a client says characters: what a cookie says of bytes is for the command line alone
    texts = [data.decode("utf-8", "replace") for data in files if len(data) < LONGEST and b"coding:" not in data]
    async with start(tmp_path, encoding=encoding) as editor:
        documents = [
            Edited(editor, tmp_path / f"module_{number}.py", text)
            for number, text in enumerate(chance.sample(texts, DOCUMENTS))
        ]
        state = await editor.request("opLint/serverState", {})
        process, memory = psutil.Process(state.process), 0
        pending: list[asyncio.Future[Any]] = []

        def later(question: Awaitable[None]) -> None:
            pending.append(asyncio.ensure_future(question))

        for number in range(EDITS):
            one = chance.choice(documents)
            one.edit(chance, documents)
            later(texts_are_the_same(editor, documents))
            if chance.random() < 0.3:
                later(ask(chance.choice(documents), chance))
            if chance.random() < 0.3:  # until here, the server is behind its client
                await finished(pending)
                if chance.random() < 0.4:
                    await act(one, chance)
            if number == SETTLED:
                await finished(pending)
                memory = process.memory_info().rss
            if number % 100 == 0:
                editor.published = editor.published[-200:]
        await finished(pending)
        for each in documents:
            each.path.write_bytes(each.document.text.encode("utf-8"))
        for each in documents:
            wanted = findings_of_op_lint(each, capsys)
            assert await settled(editor, each.document, wanted) == wanted
        await texts_are_the_same(editor, documents)
        state = await editor.request("opLint/serverState", {})
        assert state.failures == 0
        if EDITS > SETTLED:
            assert process.memory_info().rss < memory * GROWTH
