"""The call of an agentic function that is running now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from op_runtime.secrets import without_keys
from op_runtime.trace.lane import current_lane
from op_runtime.trace.node import Node
from op_runtime.trace.store import Trace, keep


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One running call: what its model calls are told and shown.

    `scope` holds the ids of the frames around it and its own, the outermost first. `callers` and `subcalls` are the
    numbers of nodes that its model calls read, None for all. `traces` keep what happens inside, the outermost call's
    first. `node` is None where `expose="hidden"`.
    """

    id: str
    name: str
    seq: int
    scope: tuple[str, ...]
    traces: tuple[Trace, ...]
    doc: str = ""
    system: str | None = None
    callers: int | None = None
    subcalls: int | None = None
    node: Node | None = None
    caller: str | None = None
    """The id of the function node that stands for this frame, or of the nearest one around it that has a node."""
    tree: list[Node] = field(default_factory=list)
    """The nodes of the outermost call, so far; all its frames share the list."""


def traces_of(frame: Frame | None, runtime: object) -> tuple[Trace, ...]:
    """Give the traces that keep what happens in `frame` on `runtime`: those of the frame, then the runtime's own."""
    known = frame.traces if frame is not None else ()
    own = getattr(runtime, "trace", None)
    return (*known, own) if isinstance(own, Trace) and own not in known else known


def record(node: Node, frame: Frame | None, traces: tuple[Trace, ...]) -> Node:
    """Effect: keep a node whose call begins in `frame`, and give it back."""
    node.lane = current_lane()
    node.input = without_keys(node.input)
    if frame is not None:
        frame.tree.append(node)
    keep(traces, node, new=True)
    return node


_frame: ContextVar[Frame | None] = ContextVar("op_runtime_frame", default=None)


def current_frame() -> Frame | None:
    """Give the frame of the agentic function that is running, None outside of any."""
    return _frame.get()


@contextmanager
def use_frame(frame: Frame | None) -> Iterator[None]:
    """Effect: make `frame` the running one inside the `with` block, and put back the one before it."""
    token = _frame.set(frame)
    try:
        yield
    finally:
        _frame.reset(token)
