"""pygls' protocol with two differences: the session keeps the documents, and no request stays without an answer."""

from __future__ import annotations

import logging
from contextlib import suppress
from contextvars import copy_context
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import FeatureNotificationError, JsonRpcException, JsonRpcInvalidParams, JsonRpcMethodNotFound
from pygls.protocol.language_server import LanguageServerProtocol, lsp_method

from op_lsp.greeting import Json, reduced

if TYPE_CHECKING:
    from op_lsp.language_server import Server

logger = logging.getLogger(__name__)


class RequestFailedError(JsonRpcException):
    """A request that was understood and is not fulfilled, through no fault of the server: the message says why."""

    CODE = types.LSPErrorCodes.RequestFailed.value


class Protocol(LanguageServerProtocol):
    """pygls keeps documents of its own, refuses some URIs, and edits other lines than the client's: not used here."""

    _server: Server
    answered: int | str | None = None
    """The id of a request that was answered before it came here."""
    abilities: Json = None
    """The client's capabilities as it sent them."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Effect: hands the document to the session."""
        self._server.session.open(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Effect: hands the document's changes to the session."""
        document = params.text_document
        self._server.session.change(document.uri, document.version, params.content_changes)

    def handle_message(self, message: Any) -> None:
        """Effect: has the message handled.

        A change of a document at once, since it comes with each keystroke; a request without pygls' first asking what
        kind of message it is, which takes as long as to read it.
        """
        if isinstance(message, _Change):
            if not self._shutdown:
                self._change(message)
        elif self._shutdown or not (hasattr(message, "id") and hasattr(message, "method")):
            super().handle_message(message)
        else:
            copy_context().run(self._handle_request, message.id, message.method, message.params)

    def _change(self, message: _Change) -> None:
        try:
            self._server.session.change(*message)
        except Exception as error:
            self._server.report_server_error(error, FeatureNotificationError)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Effect: takes the document from the session, and its diagnostics from the client."""
        if self._server.session.shut(params.text_document.uri):
            self._server.clear(params.text_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Effect: hands the notebook to the session."""
        self._server.session.notebook_opened(params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Effect: hands the notebook's changes to the session; takes back what was said of cells that are gone."""
        for uri in self._server.session.notebook_changed(params):
            self._server.clear(uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        """Effect: takes the notebook from the session, and its diagnostics from the client."""
        for uri in self._server.session.notebook_closed(params.notebook_document.uri):
            self._server.clear(uri)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message as an object. Effect: a request that is none is answered with the reason."""
        if "jsonrpc" not in data:
            return data
        if data.get("method") == types.TEXT_DOCUMENT_DID_CHANGE:
            with suppress(AttributeError, LookupError, TypeError):  # what is wrong with it is told below
                return _change(data["params"])
        if "method" in data:
            data.setdefault("params", None)
        greeting = reduced(data)
        if greeting is not None:
            self.abilities, data = data["params"]["capabilities"], greeting
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def _send_response(self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None) -> None:
        """Effect: answers a request, unless that has been done."""
        if self.answered is not None and self.answered == msg_id:
            self.answered = None
            if error is not None:
                logger.error("the client was greeted, but %s", error.message)
            return
        super()._send_response(msg_id, result, error)


class _Change(NamedTuple):
    """The message of a keystroke; pygls takes four times as long to make one of its own."""

    uri: str
    version: int | None
    """None where it is null or left out, as clients of older protocols have it."""
    changes: list[types.TextDocumentContentChangeEvent]


def _change(params: Json) -> _Change:
    """The message with these parameters. Raises TypeError, LookupError or AttributeError for a malformed one."""
    document, changes = params["textDocument"], params["contentChanges"]
    uri, version = document["uri"], document.get("version")
    if not (isinstance(uri, str) and type(version) in (int, NoneType) and isinstance(changes, list)):
        raise TypeError(params)
    return _Change(uri, version, [_edit(each) for each in changes])


def _edit(change: Json) -> types.TextDocumentContentChangeEvent:
    if not isinstance(change["text"], str):
        raise TypeError(change)
    if change.get("range") is None:
        return types.TextDocumentContentChangeWholeDocument(change["text"])
    where = types.Range(_position(change["range"]["start"]), _position(change["range"]["end"]))
    return types.TextDocumentContentChangePartial(where, change["text"])


def _position(position: Json) -> types.Position:
    line, character = position["line"], position["character"]
    if type(line) is not int or type(character) is not int or line < 0 or character < 0:
        raise TypeError(position)
    return types.Position(line, character)


REFUSALS = (JsonRpcInvalidParams, JsonRpcMethodNotFound, RequestFailedError)


def _refusals_are_warnings(record: logging.LogRecord) -> bool:
    """A logging filter: a request that is refused is no error of the server and needs no traceback."""
    if record.exc_info and isinstance(record.exc_info[1], REFUSALS):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True


for name in ("pygls.protocol.json_rpc", "pygls.server", "op_lsp.language_server"):
    logging.getLogger(name).addFilter(_refusals_are_warnings)
