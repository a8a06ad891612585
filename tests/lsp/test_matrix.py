"""Each feature in each unit of columns, in plain files, beside emoji, with CRLF, and while code is half typed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import blake2b
from itertools import count
from typing import Any

import pytest
import pytest_asyncio
from editor import Document, Editor, fenced, start
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = '''from op_runtime import agentic_function, decision, route

LABEL = "@"; OPTIONS = {"find": "@"}


@agentic_function(input={"@": {}, "q": {"descripton": "@"}, "token": {"hidden": True}})
def find(q: str, token: str = "@", runtime=None):
    """Find pages about @."""
    return f"@{q}"


@agentic_function
def desk(runtime=None):
    """Decide."""
    "@"; route("@", ["a", "b"], runtime=runtime)
    return "@" and decision.make("Pick @.", {"@ look": find, "stop": ("@", "When @ done.")}, context={"@": 1})


SAID = '@ {"call": "stop"}'
'''
KINDS = {
    "plain": TEXT.replace("@ ", "word ").replace('"@"', '"word"').replace("@{q}", "word {q}").replace(" @.", " word."),
    "emoji": TEXT.replace("@ ", "🎉é ").replace('"@"', '"🎉é"').replace("@{q}", "🎉é{q}").replace(" @.", " 🎉é."),
}
KINDS["crlf"] = KINDS["emoji"].replace("\n", "\r\n")
KINDS["half typed"] = KINDS["emoji"] + '\n\n@agentic_function(input={"n": {"desc'
NUMBERS = count()


@pytest_asyncio.fixture(loop_scope="module", scope="module", params=["utf-8", "utf-16", "utf-32"])
async def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("matrix")
    async with start(folder, encoding=request.param) as editor:
        assert editor.server.position_encoding == request.param
        editor.folder = folder
        yield editor


Check = Callable[[Document, str], Awaitable[None]]


def ranges(document: Document, found: list[types.Range]) -> list[str]:
    return [document.slice(each) for each in found]


async def diagnostics(document: Document, word: str) -> None:
    found = {str(each.code): document.slice(each.range) for each in await document.diagnostics() if each.code}
    assert found["OP204"] == '"descripton"'
    assert found["OP202"] == f'"{word}"'


async def fix(document: Document, word: str) -> None:
    here = types.Range(document.at('"descripton', 2), document.at('"descripton', 2))
    actions = await document.actions(here, only=["quickfix"])
    assert actions[0].title == 'Rename to "description" (please check)'
    assert actions[0].edit is not None
    (change,) = actions[0].edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    made = [each for each in change.edits if isinstance(each, types.TextEdit)]
    assert document.apply(made) == document.text.replace("descripton", "description")


async def hover(document: Document, word: str) -> None:
    found = await document.hover(document.at("decision.make(", 10))
    assert found is not None
    assert found.range is not None
    assert document.slice(found.range) == "decision.make"
    assert isinstance(found.contents, types.MarkupContent)
    menu = f'{word} look(q: str)\n    Find pages about {word}.\n    q\n    Call: {{"call": "{word} look", "args": '
    assert fenced(found.contents.value)[0].startswith(menu)


async def complete(document: Document, word: str) -> None:
    params = types.CompletionParams(document.id, document.at('"descripton', 5))
    found = await document.editor.client.text_document_completion_async(params)
    assert isinstance(found, types.CompletionList)
    assert found.items[0].label == "description"
    edit = found.items[0].text_edit
    assert isinstance(edit, types.TextEdit)
    assert document.slice(edit.range) == "descripton"


async def define(document: Document, word: str) -> None:
    client = document.editor.client
    for mark, inside, target in (
        ("look': find", 8, "find"),
        ('"q": {"descr', 1, "q"),
        ('call": "stop', 9, '"stop": ('),
    ):
        mark = mark.replace("'", '"')
        found = await client.text_document_definition_async(
            types.DefinitionParams(document.id, document.at(mark, inside))
        )
        assert isinstance(found, list | tuple)
        assert document.slice(found[0].range).startswith(target)


async def refer(document: Document, word: str) -> None:
    context = types.ReferenceContext(include_declaration=True)
    params = types.ReferenceParams(context, document.id, document.at("def find", 5))
    found = await document.editor.client.text_document_references_async(params)
    assert ranges(document, [each.range for each in found or ()]) == ["find", "find"]


async def outline(document: Document, word: str) -> None:
    params = types.DocumentSymbolParams(document.id)
    tree = await document.editor.client.text_document_document_symbol_async(params)
    found = [each for each in tree or () if isinstance(each, types.DocumentSymbol)]
    assert [document.slice(each.selection_range) for each in found] == ["find", "desk"]
    ((decision,),) = [each.children for each in found if each.children]
    assert document.slice(decision.selection_range) == "decision.make"
    assert [child.name for child in decision.children or ()] == [f"{word} look", "stop"]
    assert document.slice((decision.children or ())[1].range).startswith('"stop": (')


async def lenses(document: Document, word: str) -> None:
    found = await document.editor.client.text_document_code_lens_async(types.CodeLensParams(document.id))
    told = [(document.slice(each.range), each.command.title) for each in found or () if each.command]
    assert told[0][0] == "find"
    assert ("find", "used in 1 decision") in told
    assert told[-1][0] == "decision.make"
    assert told[-1][1].startswith("menu: 2 options, about ")


async def hints(document: Document, word: str) -> None:
    everything = types.Range(types.Position(0, 0), document.position(len(document.text)))
    params = types.InlayHintParams(document.id, everything)
    found = await document.editor.client.text_document_inlay_hint_async(params)
    start = types.Position(0, 0)
    told = [(document.slice(types.Range(start, each.position))[-8:], each.label) for each in found or ()]
    assert ('", token', " (hidden)") not in told
    assert [label for _, label in told] == [" (hidden)", " (injected)", " (injected)", f" Find pages about {word}."]
    assert told[0][0].endswith("token")
    assert told[3][0].endswith("find")


async def signature(document: Document, word: str) -> None:
    params = types.SignatureHelpParams(document.id, document.at('["a", "b"]', 1))
    found = await document.editor.client.text_document_signature_help_async(params)
    assert found is not None
    assert found.signatures[0].label.startswith("route(question")
    assert found.active_parameter == 1


async def hierarchy(document: Document, word: str) -> None:
    client = document.editor.client
    params = types.CallHierarchyPrepareParams(document.id, document.at("def desk", 5))
    (item,) = await client.text_document_prepare_call_hierarchy_async(params) or ()
    assert document.slice(item.selection_range) == "desk"
    (call,) = await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item)) or ()
    assert document.slice(call.to.selection_range) == "find"
    assert ranges(document, list(call.from_ranges)) == [f'"{word} look": find']


async def rename(document: Document, word: str) -> None:
    params = types.RenameParams(document.id, document.at("{q}", 1), "words")
    edit = await document.editor.client.text_document_rename_async(params)
    assert edit is not None
    (change,) = edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    made = [each for each in change.edits if isinstance(each, types.TextEdit)]
    expected = document.text.replace('"q": {', '"words": {').replace("(q: str", "(words: str").replace("{q}", "{words}")
    assert document.apply(made) == expected


async def fix_all(document: Document, word: str) -> None:
    right = document.text
    document.change(right.replace('"token": {', '"runtime": {"label": "@"}, "token": {'.replace("@", word)))
    (action,) = await document.actions(document.everything, only=["source.fixAll.op-lint"])
    assert action.edit is not None
    (change,) = action.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert document.apply([each for each in change.edits if isinstance(each, types.TextEdit)]) == right


async def find_symbol(document: Document, word: str) -> None:
    client = document.editor.client
    await document.diagnostics()
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(f"{word} look"))
    (place,) = [each.location for each in found or () if each.location.uri == document.uri]
    assert isinstance(place, types.Location)
    assert document.slice(place.range) == f'"{word} look": find'
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("desk"))
    (place,) = [each.location for each in found or () if each.location.uri == document.uri]
    assert isinstance(place, types.Location)
    assert document.slice(place.range) == "desk"


def whole(document: Document, where: Any) -> str:
    """The text of a range in the answer to a request of our own."""
    start, end = (types.Position(each.line, each.character) for each in (where.start, where.end))
    return document.slice(types.Range(start, end))


def here(document: Document, **more: Any) -> dict[str, Any]:
    position = document.at("decision.make(", 10)
    place = {"line": position.line, "character": position.character}
    return {"textDocument": {"uri": document.uri}, "position": place, **more}


async def preview(document: Document, word: str) -> None:
    found = await document.editor.request("opLint/preview", here(document))
    assert whole(document, found.range).startswith("decision.make(")
    assert whole(document, found.range).endswith("1})")
    assert found.menu.startswith(f"{word} look(q: str)\n    Find pages about {word}.\n")
    described = next(each for each in found.options[1].origins if each.part == "description")
    place = types.Position(described.line, described.character)
    said = f'"When {word} done."'
    assert document.slice(types.Range(place, document.at(said, len(said)))) == said


async def try_reply(document: Document, word: str) -> None:
    async def tried(reply: str) -> Any:
        return await document.editor.request("opLint/tryReply", here(document, reply=reply))

    found = await tried('{"call": "stop"}')
    assert (found.ok, found.option) == (True, "stop")
    found = await tried(f'{{"call": "{word} look", "args": {{"q": "{word}"}}}}')
    assert (found.ok, found.option, found.args.q) == (True, f"{word} look", word)
    found = await tried(f"{word}?")
    assert (found.ok, found.error.kind) == (False, "no_action")
    assert f"It was:\n\n{word}?\n" in found.prompt


async def state(document: Document, word: str) -> None:
    found = await document.editor.request("opLint/serverState", {})
    assert found.positionEncoding == document.editor.encoding
    (mine,) = [each for each in found.documents if each.uri == document.uri]
    assert mine.version == document.version
    assert mine.digest == blake2b(document.text.encode(), digest_size=12).hexdigest()
    assert found.failures == 0


CHECKS: list[Check] = [
    diagnostics, fix, hover, complete, define, refer, outline, lenses, hints, signature, hierarchy, rename, preview,
    fix_all, find_symbol, try_reply, state,
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
async def test_a_feature(server: Editor, kind: str, check: Check) -> None:
    document = server.open(server.folder / f"{check.__name__}_{next(NUMBERS)}.py", KINDS[kind])
    await check(document, "word" if kind == "plain" else "🎉é")
    document.close()
