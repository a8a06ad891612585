"""``opLint/serverState``: what the server thinks: its version, its documents, its configurations, its failures."""

from __future__ import annotations

import os
import sys
from hashlib import blake2b
from typing import Any

from op_lsp.features import Json
from op_lsp.language_server import Server
from op_lsp.methods import SERVER_STATE
from op_lsp.workspace import Workspace


async def server_state(ls: Server) -> dict[str, Json]:
    """The state of the server as JSON."""
    session = ls.session
    documents = list(session.documents)
    paths = {item.uri: item.path for item in documents}
    projects = await session.ask_workspace(_projects, paths) or {"folders": [], "configs": {}}
    return {
        "version": ls.version,
        "python": sys.version.split()[0],
        "executable": sys.executable,
        "process": os.getpid(),
        "positionEncoding": session.encoding,
        "folders": projects["folders"],
        "documents": [
            {
                "uri": item.uri,
                "version": item.version,
                "digest": _digest(item.text),
                "config": projects["configs"].get(item.uri),
            }
            for item in documents
        ],
        "failures": session.failures,
    }


def _digest(text: str) -> str:
    """Tells whether this is the text that the client shows: BLAKE2b of 12 bytes over its UTF-8, in hexadecimal."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _projects(workspace: Workspace, paths: dict[str, str | None]) -> dict[str, Json]:
    return {
        "folders": list(workspace.folders),
        "configs": {uri: workspace.config_file(path) for uri, path in paths.items()},
    }


def register(server: Server) -> None:
    """Effect: answers ``opLint/serverState``."""

    @server.feature(SERVER_STATE)
    async def answer(ls: Server, params: Any) -> dict[str, Json]:
        return await server_state(ls)
