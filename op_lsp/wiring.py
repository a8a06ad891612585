"""Puts the server together: each feature registers itself, the session hears what the client does."""

from __future__ import annotations

from lsprotocol import types

from op_lsp import parent
from op_lsp.features import (
    call_hierarchy,
    code_actions,
    code_lens,
    commands,
    compare,
    completion,
    definition,
    diagnostics,
    hover,
    inlay_hints,
    preview,
    project,
    server_state,
    signature_help,
    symbols,
    try_reply,
)
from op_lsp.language_server import Server

FEATURES = (
    call_hierarchy,
    code_actions,
    code_lens,
    commands,
    compare,
    completion,
    definition,
    diagnostics,
    hover,
    inlay_hints,
    preview,
    project,
    server_state,
    signature_help,
    symbols,
    try_reply,
)
"""Every feature; each offers ``register(server)``."""

WATCHED = ("**/*.py", "**/pyproject.toml", "**/op-lint.toml")
"""Files whose change on disk may change a finding."""


def create_server() -> Server:
    """A server that waits for its client."""
    server = Server()
    _lifecycle(server)
    _files(server)
    for feature in FEATURES:
        feature.register(server)
    return server


def _lifecycle(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(ls: Server, params: types.InitializeParams) -> None:
        encoding = ls.workspace.position_encoding
        ls.session.start(params, encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding)
        if params.process_id is not None:
            parent.exit_with(params.process_id)

    @server.feature(types.INITIALIZED)
    def initialized(ls: Server, params: types.InitializedParams) -> None:
        ls.session.warm_up()
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
        ls.session.folders(
            (folder.uri for folder in params.event.added), (folder.uri for folder in params.event.removed)
        )

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
        ls.session.files_changed(change.uri for change in params.changes)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
        ls.session.files_changed([params.text_document.uri])
