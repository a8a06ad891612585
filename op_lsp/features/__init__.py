"""One feature of the protocol a file: a pure function of a view and a position, and a thin handler."""

from __future__ import annotations

from typing import Any, TypeAlias

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

Json: TypeAlias = Any
"""A JSON value."""


def plain(value: Any) -> Json:
    """The parameters of a request that is not in the protocol, as JSON: pygls gives their objects as named tuples."""
    if hasattr(value, "_asdict"):
        return {key: plain(item) for key, item in value._asdict().items()}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def document_position(params: Json) -> tuple[str, types.Position]:
    """The document and the position of such a request, spelt as the protocol spells them.

    Raises JsonRpcInvalidParams where they are not there.
    """
    try:
        position = params["position"]
        return str(params["textDocument"]["uri"]), types.Position(int(position["line"]), int(position["character"]))
    except (KeyError, TypeError, ValueError):
        message = 'expected {"textDocument": {"uri": ...}, "position": {"line": ..., "character": ...}}'
        raise JsonRpcInvalidParams(message) from None
