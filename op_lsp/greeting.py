"""The first answer: to ``initialize``, before anything is imported that this answer does not need.

What the server can do stands in ``capabilities.json``, as pygls would tell it to a client that can do everything, and
only three things of it depend on the client. pygls still gets the message, with what was answered taken as said.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any, BinaryIO, NamedTuple, TypeAlias

Json: TypeAlias = Any
"""A JSON value."""

INITIALIZE = "initialize"
ENCODINGS = ("utf-8", "utf-16", "utf-32")
LONGEST_HEADER = 4096
"""Bytes after which what comes is no header of the protocol."""
_LENGTH = re.compile(rb"^Content-Length: (\d+)\r$", re.MULTILINE)
_KEPT = ("processId", "rootUri", "rootPath", "workspaceFolders", "initializationOptions")
"""What is read of the request, with the capabilities."""


class Greeting(NamedTuple):
    """What was read of the input so far, and the id of the request that was answered (None where none was)."""

    data: bytes = b""
    answered: int | str | None = None


def greet(incoming: BinaryIO, outgoing: BinaryIO) -> Greeting:
    """Effect: waits for the first message, and answers it where it is an ``initialize`` with nothing wrong in it."""
    data, body = _first(incoming.fileno())
    try:
        message = json.loads(body)
    except ValueError:
        return Greeting(data)
    given = reduced(message)
    if given is None or not _is_plain(given["params"]) or not isinstance(message.get("id"), int | str):
        return Greeting(data)
    result = {"capabilities": capabilities(message["params"]["capabilities"]), "serverInfo": server_info()}
    answer = json.dumps({"id": message["id"], "jsonrpc": "2.0", "result": result}).encode()
    try:
        _write(outgoing.fileno(), b"Content-Length: %d\r\n\r\n%b" % (len(answer), answer))
    except OSError:  # the client is gone, which its end of the input will tell
        return Greeting(data)
    return Greeting(data, message["id"])


def capabilities(client: Json) -> Json:
    """What the server can do for a client with these capabilities, as the protocol writes both."""
    with open(os.path.join(os.path.dirname(__file__), "capabilities.json"), encoding="utf-8") as stream:  # noqa: PTH118, PTH120, PTH123 - pathlib is slow to import
        found = json.load(stream)
    known = understood(client)
    found["positionEncoding"] = known["general"]["positionEncodings"][0]
    if "notebookDocument" not in known:
        del found["notebookDocumentSync"]
    if not known["textDocument"]["rename"]["prepareSupport"]:
        found["renameProvider"] = True
    return found


def understood(client: Json) -> Json:
    """Of a client's capabilities those on which the answer depends, valid whatever the client sent."""
    wanted = lookup(client, "general.positionEncodings")
    usable = [each for each in wanted if each in ENCODINGS] if isinstance(wanted, list) else []
    known: Json = {
        "general": {"positionEncodings": [*usable, "utf-16"]},
        "textDocument": {"rename": {"prepareSupport": lookup(client, "textDocument.rename.prepareSupport") is True}},
    }
    if isinstance(lookup(client, "notebookDocument"), dict):
        known["notebookDocument"] = {"synchronization": {}}
    return known


def lookup(client: Json, path: str) -> Json:
    """The value at a dotted path of a client's capabilities, None where it is not there."""
    for name in path.split("."):
        client = client.get(name) if isinstance(client, dict) else None
    return client


def reduced(message: Json) -> Json | None:
    """An ``initialize`` with what is understood of it alone; None for another message, and for one without parameters.

    Clients declare hundreds of capabilities. To build a type for each takes long, and one that is not as the protocol
    has it would be a reason to refuse the client.
    """
    if not isinstance(message, dict) or message.get("method") != INITIALIZE or message.get("jsonrpc") != "2.0":
        return None
    params = message.get("params")
    if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
        return None
    kept = {name: params[name] for name in _KEPT if name in params}
    return {**message, "params": {**kept, "capabilities": understood(params["capabilities"])}}


def server_info() -> Json:
    """What the server says of itself."""
    from op_lint import __version__

    return {"name": "op-lsp", "version": __version__}


def _is_plain(params: Json) -> bool:
    """Whether pygls will take the parameters: only then they may be answered before it has seen them."""
    process, folders = params.get("processId"), params.get("workspaceFolders") or []
    return (
        (process is None or type(process) is int)
        and all(params.get(name) is None or isinstance(params[name], str) for name in ("rootUri", "rootPath"))
        and isinstance(folders, list)
        and all(
            isinstance(each, dict) and isinstance(each.get("uri"), str) and isinstance(each.get("name"), str)
            for each in folders
        )
    )


def _first(descriptor: int) -> tuple[bytes, bytes]:
    """Effect: reads until the first message is there. All that was read, and the message; empty where there is none."""
    data = b""
    while more := _read(descriptor):
        data += more
        head, end, body = data.partition(b"\r\n\r\n")
        length = _LENGTH.search(head + b"\r") if end else None
        if length is not None and len(body) >= int(length[1]):
            return data, body[: int(length[1])]
        if length is None and (end or len(data) > LONGEST_HEADER):
            break
    return data, b""


def _read(descriptor: int) -> bytes:
    """Effect: waits for some input; empty at its end, and where the client made it one that nobody can wait for so."""
    try:
        return os.read(descriptor, 65536)
    except BlockingIOError:
        return b""


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
