"""Every request that the server answers, asked once about one place of a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from editor import Document
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from op_lsp import methods
from op_lsp.wiring import create_features


def requests(document: Document, place: types.Position) -> Mapping[str, Any]:
    """The parameters of each request, by method; every one that the server declares is there."""
    uri, here = document.id, types.Range(place, place)
    item = types.CallHierarchyItem("desk", types.SymbolKind.Function, document.uri, here, here)
    at = {"textDocument": {"uri": document.uri}, "position": {"line": place.line, "character": place.character}}
    position = at["position"]
    run = types.ExecuteCommandParams
    found: dict[str, Any] = {
        types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: types.CallHierarchyPrepareParams(uri, place),
        types.CALL_HIERARCHY_INCOMING_CALLS: types.CallHierarchyIncomingCallsParams(item),
        types.CALL_HIERARCHY_OUTGOING_CALLS: types.CallHierarchyOutgoingCallsParams(item),
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionParams(
            uri, document.everything, types.CodeActionContext([], only=["", "source.fixAll"])
        ),
        types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensParams(uri),
        types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams(uri, place),
        types.TEXT_DOCUMENT_DEFINITION: types.DefinitionParams(uri, place),
        types.TEXT_DOCUMENT_REFERENCES: types.ReferenceParams(types.ReferenceContext(True), uri, place),
        types.TEXT_DOCUMENT_DIAGNOSTIC: types.DocumentDiagnosticParams(uri),
        types.TEXT_DOCUMENT_HOVER: types.HoverParams(uri, place),
        types.TEXT_DOCUMENT_INLAY_HINT: types.InlayHintParams(uri, document.everything),
        types.TEXT_DOCUMENT_PREPARE_RENAME: types.PrepareRenameParams(uri, place),
        types.TEXT_DOCUMENT_RENAME: types.RenameParams(uri, place, "renamed"),
        types.TEXT_DOCUMENT_SIGNATURE_HELP: types.SignatureHelpParams(uri, place),
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: types.DocumentSymbolParams(uri),
        types.WORKSPACE_SYMBOL: types.WorkspaceSymbolParams(""),
        types.WORKSPACE_DIAGNOSTIC: types.WorkspaceDiagnosticParams([]),
        methods.PREVIEW: at,
        methods.TRY_REPLY: {**at, "reply": '{"call": "stop"}'},
        methods.MENU_IN: {**at, "texts": [{"uri": document.uri, "text": document.text}]},
        methods.GRAPH: {},
        methods.OUTLINE: {},
        methods.SERVER_STATE: {},
        methods.FIX_FUNCTION: run(methods.FIX_FUNCTION, [document.uri, position]),
        methods.SHOW_MENU: run(methods.SHOW_MENU, [document.uri, position]),
        methods.CHECK_WORKSPACE: run(methods.CHECK_WORKSPACE),
    }
    declared = {name for feature in create_features() for name in (*feature.methods, *feature.commands)}
    assert set(found) == declared
    return found


async def ask_everything(document: Document, place: types.Position) -> dict[str, Any]:
    """The answer to each of them, by method; a refusal as the exception that it is."""
    answers = {}
    for name, params in requests(document, place).items():
        method = types.WORKSPACE_EXECUTE_COMMAND if isinstance(params, types.ExecuteCommandParams) else name
        try:
            answers[name] = await document.editor.request(method, params)
        except JsonRpcException as refusal:
            answers[name] = refusal
    return answers


def every_place(text: str) -> list[types.Position]:
    """The start, the middle and the end of each line."""
    lines = text.split("\n")
    return [
        types.Position(number, column)
        for number, line in enumerate(lines)
        for column in sorted({0, len(line) // 2, len(line)})
    ]
