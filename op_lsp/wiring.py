"""Puts the server together: each feature registers itself, the session hears what the client does."""

from __future__ import annotations

from pathlib import PurePath

from lsprotocol import types

from op_lsp import methods, parent, uris
from op_lsp.language_server import Server
from op_lsp.lazy import Feature

ACTIONS = types.CodeActionOptions(
    code_action_kinds=[
        types.CodeActionKind.QuickFix,
        types.CodeActionKind.RefactorExtract,
        types.CodeActionKind.RefactorRewrite,
        methods.FIX_ALL,
    ]
)
COMPLETION = types.CompletionOptions(trigger_characters=['"', "'", "{", "[", "(", ",", ":", "="])
DIAGNOSTICS = types.DiagnosticOptions(
    inter_file_dependencies=True, workspace_diagnostics=True, identifier=methods.SOURCE, work_done_progress=True
)


def create_features() -> tuple[Feature, ...]:
    """Every feature, with what the client is told of it."""
    return (
        Feature(
            "call_hierarchy",
            {
                types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: None,
                types.CALL_HIERARCHY_INCOMING_CALLS: None,
                types.CALL_HIERARCHY_OUTGOING_CALLS: None,
            },
        ),
        Feature("code_actions", {types.TEXT_DOCUMENT_CODE_ACTION: ACTIONS}),
        Feature("code_lens", {types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensOptions(resolve_provider=False)}),
        Feature("commands", commands=(methods.FIX_FUNCTION, methods.SHOW_MENU, methods.CHECK_WORKSPACE)),
        Feature("compare", {methods.MENU_IN: None}),
        Feature("completion", {types.TEXT_DOCUMENT_COMPLETION: COMPLETION}),
        Feature("definition", {types.TEXT_DOCUMENT_DEFINITION: None, types.TEXT_DOCUMENT_REFERENCES: None}),
        Feature("diagnostics", {types.TEXT_DOCUMENT_DIAGNOSTIC: DIAGNOSTICS}),
        Feature("hover", {types.TEXT_DOCUMENT_HOVER: None}),
        Feature("inlay_hints", {types.TEXT_DOCUMENT_INLAY_HINT: types.InlayHintOptions(resolve_provider=False)}),
        Feature("preview", {methods.PREVIEW: None}),
        Feature("project", {methods.GRAPH: None, methods.OUTLINE: None}),
        Feature("rename", {types.TEXT_DOCUMENT_PREPARE_RENAME: None, types.TEXT_DOCUMENT_RENAME: None}),
        Feature("server_state", {methods.SERVER_STATE: None}),
        Feature(
            "signature_help",
            {types.TEXT_DOCUMENT_SIGNATURE_HELP: types.SignatureHelpOptions(trigger_characters=["(", ","])},
        ),
        Feature("symbols", {types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: None, types.WORKSPACE_SYMBOL: None}),
        Feature("try_reply", {methods.TRY_REPLY: None}),
        Feature("workspace_diagnostics", {types.WORKSPACE_DIAGNOSTIC: None}),
    )


WATCHED = ("**/*.py", "**/*.ipynb", "**/pyproject.toml", "**/op-lint.toml")
"""Files whose change on disk may change a finding."""


def create_server() -> Server:
    """A server that waits for its client."""
    server = Server()
    features = create_features()
    _lifecycle(server, features)
    _files(server)
    for feature in features:
        feature.register(server)
    return server


def _lifecycle(server: Server, features: tuple[Feature, ...]) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(ls: Server, params: types.InitializeParams) -> None:
        encoding = ls.workspace.position_encoding
        name = encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding
        ls.session.start(params, ls.protocol.abilities, name)
        if params.process_id is not None:
            parent.exit_with(params.process_id)

    @server.feature(types.INITIALIZED)
    def initialized(ls: Server, params: types.InitializedParams) -> None:
        ls.session.warm_up(feature.load for feature in features)
        if ls.session.client.watch_files:
            watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("op-lint-files", method, options)
            ls.client_register_capability(types.RegistrationParams([registration]))

    @server.feature(types.SHUTDOWN)
    def shutdown(ls: Server, params: None) -> None:
        ls.session.ended = True


def _files(server: Server) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
        removed = [folder.uri for folder in params.event.removed]
        ls.session.folders((folder.uri for folder in params.event.added), removed)
        gone = [PurePath(path) for path in map(uris.to_path, removed) if path is not None]
        for uri, path in ls.told_of_closed().items():
            if any(PurePath(path).is_relative_to(folder) for folder in gone):
                ls.clear(uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
        ls.session.files_changed(change.uri for change in params.changes)
        if ls.told_of_closed():
            from op_lsp.features import workspace_diagnostics

            ls.in_background(workspace_diagnostics.look_again(ls, [change.uri for change in params.changes]))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        ls.session.files_changed([params.text_document.uri])
