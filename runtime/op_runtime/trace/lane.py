"""In which asyncio task something runs, so that what a model is told does not depend on which task is faster."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from op_runtime.context import new_group
from op_runtime.trace.node import Node, next_seq


class Task(NamedTuple):
    """One task that was started inside another: `group` is the one it was started in, `born` when it was first seen."""

    group: int
    number: int
    born: int


Lane: TypeAlias = tuple[Task, ...]
"""The tasks that something runs in, below the one that the outermost call runs in, the outermost first."""

_lane: ContextVar[Lane] = ContextVar("op_runtime_lane", default=())
_home: ContextVar[tuple[int, int]] = ContextVar("op_runtime_home", default=(-1, 0))
"""The number of the task that the running frame was opened in, and the group that tasks started there belong to."""

_seen: WeakKeyDictionary[Any, tuple[int, int]] = WeakKeyDictionary()


def current_lane() -> Lane:
    """Effect: give the lane that runs now; the running task is taken note of."""
    number, born = _running()
    home, group = _home.get()
    return _lane.get() if home in (-1, number) else (*_lane.get(), Task(group, number, born))


def _running() -> tuple[int, int]:
    """The number of the running task and when it was first seen; zeros outside of any."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return 0, 0
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return 0, 0
    if task is None:
        return 0, 0
    if task not in _seen:
        _seen[task] = (new_group(), next_seq())
    return _seen[task]


class Home:
    """Where a frame was opened; being inside the frame is being there."""

    def __init__(self) -> None:
        number, _ = _running()
        home, group = _home.get()
        self.lane = current_lane()
        self.place = (home, group) if home == number else (number, new_group())

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Effect: be there inside the `with` block."""
        lane, place = _lane.set(self.lane), _home.set(self.place)
        try:
            yield
        finally:
            _home.reset(place)
            _lane.reset(lane)


def unseen(node: Node, lane: Lane) -> bool:
    """Whether `node` runs in another task than the reader in `lane`, and had not ended when that task began."""
    for of_node, of_reader in zip(node.lane, lane, strict=False):
        if of_node.group != of_reader.group:
            return False
        if of_node.number != of_reader.number:
            return node.closed is None or node.closed > of_reader.born
    return False
