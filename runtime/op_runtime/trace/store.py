"""Where the nodes of a trace are kept."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from op_runtime.secrets import redacted, without_keys
from op_runtime.trace.node import Node, Status, next_seq, snapshot

_log = logging.getLogger(__name__)


class Store(Protocol):
    """Keeps nodes; every method may be called from several threads at once."""

    def add(self, node: Node) -> None:
        """Effect: keep a node whose call has begun."""

    def update(self, node: Node) -> None:
        """Effect: keep what has changed in a node that was added before."""

    def nodes(self) -> list[Node]:
        """Give the kept nodes in the order in which their calls began."""


class MemoryStore:
    """The newest `limit` nodes, in memory."""

    def __init__(self, limit: int = 10_000) -> None:
        self._nodes: deque[Node] = deque(maxlen=limit)
        self._lock = threading.Lock()

    def add(self, node: Node) -> None:
        """Effect: keep `node`; the oldest one goes where there are more than the limit."""
        with self._lock:
            self._nodes.append(node)

    def update(self, node: Node) -> None:
        """Effect: nothing, since the node itself is kept."""

    def nodes(self) -> list[Node]:
        """Give the kept nodes in the order in which their calls began."""
        with self._lock:
            return list(self._nodes)


def opened(store: Store | str | os.PathLike[str] | None) -> Store | None:
    """Effect: open the SQLite file where `store` is a path; anything else is given back."""
    if not isinstance(store, str | os.PathLike):
        return store
    from op_runtime.trace.sqlite import SQLiteStore

    return SQLiteStore(store)


class Trace:
    """The nodes of a runtime's calls, over one store; `nodes` lists them, iteration gives them one by one."""

    def __init__(self, store: Store | None = None) -> None:
        self.store: Store = MemoryStore() if store is None else store

    @property
    def nodes(self) -> list[Node]:
        """The nodes in the order in which their calls began."""
        return self.store.nodes()

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)


def keep(traces: Iterable[Trace], node: Node, *, new: bool = False) -> None:
    """Effect: hand a node to every trace's store, as a `new` one or as one that has changed.

    A store that fails is logged, and costs no call: what has been paid for is not lost because it cannot be kept.
    """
    for trace in traces:
        try:
            if new:
                trace.store.add(node)
            else:
                trace.store.update(node)
        except Exception:
            _log.exception("the store %r does not keep the call %s", trace.store, node.name)


def finish(traces: Iterable[Trace], node: Node, status: Status, output: Any = None) -> None:
    """Effect: write how a call ended; one that has ended before stays as it is."""
    if node.ended is not None:
        return
    node.output = without_keys(snapshot(output))
    node.status = status
    node.closed = next_seq()
    node.ended = time.time()
    keep(traces, node)


def note(traces: Iterable[Trace], node: Node, *notes: str, status: Status | None = None) -> None:
    """Effect: add notes to a node, and change its status where one is given."""
    node.notes.extend(map(redacted, notes))
    if status is not None:
        node.status = status
    keep(traces, node)
