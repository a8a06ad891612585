"""``opLint/serverState``: what the server thinks: its version, its documents, its configurations, its failures."""

from __future__ import annotations

import os
import sys
from typing import Any

from op_lsp.features import Json
from op_lsp.language_server import Server

METHOD = "opLint/serverState"


def server_state(ls: Server) -> dict[str, Json]:
    """The state of the server as JSON."""
    session = ls.session
    return {
        "version": ls.version,
        "python": sys.version.split()[0],
        "executable": sys.executable,
        "process": os.getpid(),
        "positionEncoding": session.encoding,
        "folders": list(session.workspace.folders),
        "documents": [
            {"uri": item.uri, "version": item.version, "config": session.workspace.config_file(item.path)}
            for item in session.documents
        ],
        "failures": session.failures,
    }


def register(server: Server) -> None:
    """Effect: answers ``opLint/serverState``."""

    @server.feature(METHOD)
    def answer(ls: Server, params: Any) -> dict[str, Json]:
        return server_state(ls)
