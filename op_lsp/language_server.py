"""The server object: pygls' own, with a session, and errors that are logged instead of shown."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from lsprotocol import types
from pygls.exceptions import JsonRpcException, PyglsError
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from op_lint import __version__
from op_lsp import streams, uris
from op_lsp.greeting import Greeting
from op_lsp.incoming import Incoming
from op_lsp.protocol import REFUSALS, Protocol
from op_lsp.session import Session

if TYPE_CHECKING:
    from op_lint.finding import Finding
    from op_lsp.workspace import View

logger = logging.getLogger(__name__)

Found: TypeAlias = "tuple[int | None, tuple[Finding, ...]]"
"""The version of a document, and what was found in it."""

NOTEBOOKS = types.NotebookDocumentSyncOptions(
    [types.NotebookDocumentFilterWithNotebook("*", [types.NotebookCellLanguage("python")])]
)


class Server(LanguageServer):
    """One client's server."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "op-lsp",
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            notebook_document_sync=NOTEBOOKS,
            protocol_cls=Protocol,
            converter_factory=default_converter,
        )
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        """What each document's client was told last."""
        self.found: dict[str, Found] = {}
        """What was found last in each document of a client that asks by itself."""
        self.asked_for_all = False
        """Whether the client asked for what is found in all files: it may show that, so it is told of none itself."""
        self._running: set[asyncio.Task[None]] = set()
        self.session = Session(self._publish, self._surveyed, self._complain)

    def serve(self, incoming: BinaryIO, outgoing: BinaryIO, greeting: Greeting) -> None:
        """Effect: serves the client at these two streams, after the greeting and until it goes."""
        self.protocol.answered = greeting.answered
        if not streams.waits_by_itself(incoming, outgoing):
            self.start_io(streams.joined(greeting.data, incoming), outgoing)
            return
        self.protocol.set_writer(StdoutWriter(outgoing))
        try:
            asyncio.run(self._serve(incoming, greeting.data))
        except (BrokenPipeError, KeyboardInterrupt, SystemExit):
            logger.info("the client is gone")
        finally:
            self.shutdown()  # type: ignore[no-untyped-call]

    async def _serve(self, incoming: BinaryIO, before: bytes) -> None:
        await Incoming.read(incoming, before, self._take)

    def _take(self, body: bytes) -> None:
        try:
            self.protocol.handle_message(json.loads(body, object_hook=self.protocol.structure_message))
        except Exception as error:
            logger.exception("Unable to handle message")
            self.report_server_error(error, JsonRpcException)

    def report_server_error(self, error: Exception, source: type[PyglsError | JsonRpcException]) -> None:
        """Effect: logs. The default shows a message, and would do so at each keystroke."""
        level = logging.WARNING if isinstance(error, REFUSALS) else logging.ERROR
        logger.log(level, "%s: %s", getattr(source, "__name__", source), error)

    def tell(self, params: types.PublishDiagnosticsParams) -> None:
        """Effect: publishes diagnostics, unless they are what the client was told last."""
        if self.published.get(params.uri) != params:
            self.published[params.uri] = params
            self.text_document_publish_diagnostics(params)

    def clear(self, uri: str) -> None:
        """Effect: takes back what the client was told of a document."""
        self.found.pop(uri, None)
        self.take_back(uri)

    def take_back(self, uri: str) -> None:
        """Effect: the same; what a client found out by asking stays."""
        if self.published.pop(uri, None) is not None:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def told_of_closed(self) -> dict[str, str]:
        """The files that are not open and of which the client was told something: their paths by URI."""
        closed = (uri for uri in self.published if self.session.documents.get(uri) is None)
        return {uri: path for uri in closed if (path := uris.to_path(uri)) is not None}

    def in_background(self, work: Coroutine[object, object, None]) -> None:
        """Effect: has work done that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _publish(self, view: View) -> None:
        from op_lsp.features import diagnostics

        diagnostics.publish(self, view)

    def _surveyed(self) -> None:
        if self.session.client.refresh_lenses:
            self.workspace_code_lens_refresh(None)

    def _complain(self, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))
