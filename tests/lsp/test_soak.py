"""Random edits over many documents: at the end the server says what op-lint says, and nothing failed on the way."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from editor import Document, Editor, start
from lsprotocol import types

from op_lint.check import check_source, project_for
from op_lint.config import Config

pytestmark = pytest.mark.asyncio(loop_scope="module")

EDITS = int(os.environ.get("OP_LINT_SOAK", "400"))
"""How many edits; the long run (``OP_LINT_SOAK=10000``) is for releases."""
DOCUMENTS = 20
CORPUS = Path(__file__).parents[1] / "corpus"
PIECES = (
    "\n", "\r\n", "\r", "🎉", "é", "\u2028", "\x0c", "\t", " ", '"', "'", '"""', "(", ")", "[", "]", "{", "}", ",", ":",
    "@agentic_function", "def f(x):", "input={", '"description": "x"', "runtime=None", "lambda: ", "# noqa: OP203",
    'decision.make("Pick.", {"a": f})', "class A:\n    pass\n", "\\", "if x:\n", "from op_runtime import decision\n",
)  # fmt: skip


def edit(text: str, chance: random.Random, before: list[str]) -> str:
    """A text after one random edit: typed, deleted, pasted from elsewhere in it, undone, or line ends exchanged."""
    start_at = chance.randrange(len(text) + 1)
    end = min(len(text), start_at + chance.choice((0, 1, 1, 5, 40)))
    match chance.randrange(12):
        case 0 if before:
            return before.pop()
        case 1:
            return text.replace("\r\n", "\n") if "\r\n" in text else text.replace("\n", "\r\n")
        case 2 | 3:
            return text[:start_at] + text[end:]
        case 4:
            return text[:start_at] + text[end : end + 60] + text[start_at:]
        case _:
            return text[:start_at] + chance.choice(PIECES) + text[start_at:]


async def ask(document: Document, chance: random.Random) -> None:
    """One random question about a document."""
    position = document.position(chance.randrange(len(document.text) + 1))
    client = document.editor.client
    match chance.randrange(5):
        case 0:
            await document.hover(position)
        case 1:
            await document.actions(types.Range(position, position))
        case 2:
            await client.text_document_completion_async(types.CompletionParams(document.id, position))
        case 3:
            await client.text_document_definition_async(types.DefinitionParams(document.id, position))
        case _:
            await client.text_document_code_lens_async(types.CodeLensParams(document.id))


async def settled(editor: Editor, document: Document, wanted: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What the server says of a document's newest text, once it says what is wanted or has nothing left to say."""

    def said(params: types.PublishDiagnosticsParams) -> list[tuple[str, str]]:
        return [(str(each.code), each.message) for each in params.diagnostics]

    await document.diagnostics()
    try:
        params = await editor.wait_for(
            lambda each: each.uri == document.uri and each.version == document.version and said(each) == wanted
        )
    except TimeoutError:
        params = await editor.wait_for(lambda each: each.uri == document.uri)
    return said(params)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_random_edits(tmp_path: Path, encoding: str) -> None:
    chance = random.Random(f"soak {encoding}")
    texts = []
    for file in sorted(CORPUS.glob("*.py")):
        data = file.read_bytes()
        if len(data) < 20_000:
            texts.append(data.decode("utf-8", "replace"))
    async with start(tmp_path, encoding=encoding) as editor:
        documents = [
            editor.open(tmp_path / f"module_{number}.py", text)
            for number, text in enumerate(chance.sample(texts, DOCUMENTS))
        ]
        history: dict[str, list[str]] = {document.uri: [] for document in documents}
        for _ in range(EDITS):
            document = chance.choice(documents)
            old = document.text
            new = edit(old, chance, history[document.uri])
            if len(new) < 30_000:
                history[document.uri] = [*history[document.uri][-20:], old]
                document.change(new)
            if chance.random() < 0.2:
                await ask(document, chance)
        project = project_for(Config(str(tmp_path)))
        project.overlay = {str(tmp_path / f"module_{number}.py"): each.text for number, each in enumerate(documents)}
        for number, document in enumerate(documents):
            report = check_source(document.text, str(tmp_path / f"module_{number}.py"), project=project)
            wanted = [(each.code, each.message) for each in report.findings]
            said = await settled(editor, document, wanted)
            assert said == wanted
        state = await editor.request("opLint/serverState", {})
        assert state.failures == 0
