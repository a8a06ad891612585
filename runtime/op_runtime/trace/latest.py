"""The newest model call of a call chain, for what reads its reply and cannot make sense of it."""

from __future__ import annotations

from contextvars import ContextVar

from op_runtime.secrets import without_keys
from op_runtime.trace.node import Node
from op_runtime.trace.store import Trace, note

_latest: ContextVar[tuple[tuple[Trace, ...], Node] | None] = ContextVar("op_runtime_latest_call", default=None)


def remember(traces: tuple[Trace, ...], node: Node) -> None:
    """Effect: take `node` for the newest model call of this call chain."""
    _latest.set((traces, node))


def reject(name: str, reply: str, reason: str) -> None:
    """Effect: mark the newest model call as one whose reply could not be read, with `reason` saying why.

    Nothing happens where it is not the call named `name` that gave `reply`: a runtime of another make has no trace.
    """
    latest = _latest.get()
    if latest is not None:
        traces, node = latest
        if node.name == name and node.output == without_keys(reply):
            note(traces, node, reason, status="rejected")
