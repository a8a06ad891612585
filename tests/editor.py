"""A small editor: a real client that starts the real server as a process, for tests.

Positions in tests are marks in the text, turned into the client's unit here, by other means than the server's own.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient as BaseClient
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

SERVER = (sys.executable, "-m", "op_lsp.server", "--stdio")
PATIENCE = 30.0
"""Seconds before a test gives up: the server answers in milliseconds, but the machine may be busy."""


class Client(LanguageClient):
    """pytest-lsp's client; what the server logs is kept instead of forwarded."""

    log: list[str]
    _reader: asyncio.Task[None]

    async def start_io(self, cmd: str, *args: Any, **kwargs: Any) -> None:
        self.log = []
        await BaseClient.start_io(self, cmd, *args, **kwargs)
        self._reader = asyncio.create_task(self._read_log())

    async def _read_log(self) -> None:
        assert self._server is not None
        assert self._server.stderr is not None
        while line := await self._server.stderr.readline():
            self.log.append(line.decode("utf-8", "replace").rstrip())


class Editor:
    """One client and its server."""

    def __init__(self, client: Client, encoding: str) -> None:
        self.client = client
        self.encoding = encoding
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.refreshed: list[str] = []
        """What the server had this client ask for again, in order."""
        self.progress: list[types.ProgressParams] = []
        self.edits: list[types.WorkspaceEdit] = []
        """What the server asked to have edited; it is not done."""
        self._news = asyncio.Event()

    @property
    def server(self) -> types.ServerCapabilities:
        return self.initialized.capabilities

    initialized: types.InitializeResult
    folder: Path

    def open(self, uri: str | Path, text: str, *, language: str = "python") -> Document:
        return Document(self, uri.as_uri() if isinstance(uri, Path) else uri, text, language)

    def _heard(self, params: types.PublishDiagnosticsParams) -> None:
        self.published.append(params)
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def wait_for(self, condition: Any) -> types.PublishDiagnosticsParams:
        """The newest published list for which ``condition`` holds, past ones included."""

        async def found() -> types.PublishDiagnosticsParams:
            while True:
                news = self._news
                for params in reversed(self.published):
                    if condition(params):
                        return params
                await news.wait()

        return await asyncio.wait_for(found(), PATIENCE)

    async def request(self, method: str, params: Any) -> Any:
        return await asyncio.wait_for(self.client.protocol.send_request_async(method, params), PATIENCE)


class Document:
    """One open document."""

    def __init__(self, editor: Editor, uri: str, text: str, language: str) -> None:
        self.editor, self.uri, self.text, self.version = editor, uri, text, 1
        item = types.TextDocumentItem(uri, language, 1, text)
        editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    @property
    def id(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def change(self, text: str) -> None:
        self.version += 1
        self.text = text
        self.editor.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    def replace(self, first: int, last: int, new: str) -> None:
        """Tells the server only what changed: the characters from ``first`` to before ``last``."""
        where = types.Range(self.position(first), self.position(last))
        self.version += 1
        self.text = self.text[:first] + new + self.text[last:]
        self.editor.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangePartial(where, new)],
            )
        )

    def close(self) -> None:
        self.editor.client.text_document_did_close(types.DidCloseTextDocumentParams(self.id))

    async def diagnostics(self) -> Sequence[types.Diagnostic]:
        """The diagnostics of the newest text."""
        version = self.version
        params = await self.editor.wait_for(lambda each: each.uri == self.uri and each.version == version)
        return params.diagnostics

    def position(self, offset: int) -> types.Position:
        before = self.text[:offset]
        breaks = list(re.finditer(r"\r\n|\r|\n", before))
        line = before[breaks[-1].end() :] if breaks else before
        return types.Position(len(breaks), units(line, self.editor.encoding))

    def at(self, mark: str, inside: int = 0) -> types.Position:
        """The position ``inside`` characters after the start of the only place where ``mark`` stands."""
        assert self.text.count(mark) == 1, f"{mark!r} stands {self.text.count(mark)} times in the text"
        return self.position(self.text.index(mark) + inside)

    def slice(self, where: types.Range) -> str:
        """The text that a range of the server covers."""
        return self.text[self._offset(where.start) : self._offset(where.end)]

    @property
    def everything(self) -> types.Range:
        return types.Range(types.Position(0, 0), self.position(len(self.text)))

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a column in characters, both 0-based."""
        starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", self.text))]
        return starts[line] + column

    def _offset(self, position: types.Position) -> int:
        offset, used = self.offset(position.line, 0), 0
        while used < position.character:
            used += units(self.text[offset], self.editor.encoding)
            offset += 1
        assert used == position.character, f"{position} is inside a character"
        return offset

    async def hover(self, position: types.Position) -> types.Hover | None:
        return await self.editor.client.text_document_hover_async(types.HoverParams(self.id, position))

    async def actions(
        self, where: types.Range, diagnostics: Sequence[types.Diagnostic] = (), only: Sequence[str] | None = None
    ) -> list[types.CodeAction]:
        context = types.CodeActionContext(list(diagnostics), only)
        result = await self.editor.client.text_document_code_action_async(
            types.CodeActionParams(self.id, where, context)
        )
        return [action for action in result or () if isinstance(action, types.CodeAction)]

    def apply(self, edits: Sequence[types.TextEdit]) -> str:
        """The text after edits that all refer to the text as it is."""
        text = self.text
        for edit in sorted(edits, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True):
            text = text[: self._offset(edit.range.start)] + edit.new_text + text[self._offset(edit.range.end) :]
        return text

    def edited(self, action: types.CodeAction) -> str:
        """The text after an action, which must speak of this very version of it and of nothing else."""
        assert action.edit is not None
        (change,) = action.edit.document_changes or ()
        assert isinstance(change, types.TextDocumentEdit)
        assert (change.text_document.uri, change.text_document.version) == (self.uri, self.version)
        return self.apply([edit for edit in change.edits if isinstance(edit, types.TextEdit)])

    async def titled(self, mark: str, title: str) -> types.CodeAction:
        """The only action of this title at a mark."""
        found = await self.actions(types.Range(self.at(mark, 1), self.at(mark, 1)))
        titles = [each.title for each in found]
        assert titles.count(title) == 1, titles
        return found[titles.index(title)]


def units(text: str, encoding: str) -> int:
    match encoding:
        case "utf-8":
            return len(text.encode("utf-8"))
        case "utf-16":
            return len(text.encode("utf-16-le")) // 2
        case _:
            return len(text)


def fenced(markdown: str) -> list[str]:
    """What stands in each fenced block, read as CommonMark says: a block ends at a fence at least as long."""
    blocks, current, marks = [], None, ""
    for line in markdown.splitlines(keepends=True):
        opening = re.fullmatch(r"(`{3,})[^`\n]*\n?", line)
        if current is None and opening:
            current, marks = "", opening[1]
        elif current is not None and re.fullmatch(rf"`{{{len(marks)},}}\s*", line):
            blocks.append(current)
            current = None
        elif current is not None:
            current += line
    assert current is None, "a fence is not closed"
    return blocks


@asynccontextmanager
async def start(
    *roots: Path,
    spec: str = "visual-studio-code",
    encoding: str = "utf-16",
    adapt: Any = None,
    command: Sequence[str] = SERVER,
    cwd: Path | None = None,
    faulty: bool = False,
) -> AsyncIterator[Editor]:
    """A started editor with these workspace folders; ``adapt`` may change the client's capabilities.
    ``cwd`` is the folder that the server is started in.

    At the end the server is shut down; it must then exit with code 0 and, unless it is ``faulty``, have logged no
    error.
    """
    client = Client(converter_factory=default_converter)
    editor = Editor(client, encoding)

    def published(params: types.PublishDiagnosticsParams) -> None:
        editor._heard(params)

    def register(params: types.RegistrationParams) -> None:
        editor.registered.extend(params.registrations)

    def refresh_lenses(params: None) -> None:
        editor.refreshed.append("lenses")

    def refresh_diagnostics(params: None) -> None:
        editor.refreshed.append("diagnostics")

    def progress(params: types.ProgressParams) -> None:
        editor.progress.append(params)

    def edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        editor.edits.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=False)

    register_lsp_features(
        client,
        {
            **DEFAULT_CLIENT_FEATURES,
            types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: published,
            types.CLIENT_REGISTER_CAPABILITY: register,
            types.WORKSPACE_CODE_LENS_REFRESH: refresh_lenses,
            types.PROGRESS: progress,
            types.WORKSPACE_APPLY_EDIT: edit,
            types.WORKSPACE_DIAGNOSTIC_REFRESH: refresh_diagnostics,
        },
    )
    await client.start_io(*command, cwd=cwd)
    capabilities = client_capabilities(spec)
    capabilities.general = capabilities.general or types.GeneralClientCapabilities()
    capabilities.general.position_encodings = [encoding]
    if adapt is not None:
        adapt(capabilities)
    folders = [types.WorkspaceFolder(root.as_uri(), root.name) for root in roots]
    editor.initialized = await client.initialize_session(
        types.InitializeParams(capabilities, workspace_folders=folders or None)
    )
    try:
        yield editor
    finally:
        await asyncio.wait_for(client.shutdown_session(), PATIENCE)
        code = client._server.returncode if client._server else None
        await client._reader
        await client.stop()
    assert code == 0, client.log
    assert faulty or not [line for line in client.log if " ERROR " in line or "Traceback" in line], "\n".join(
        client.log
    )
