"""The current runtime of a call chain."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol


class Runtime(Protocol):
    """What everything that asks a model needs of a runtime."""

    def exec(self, *args: Any, **options: Any) -> Any:
        """Effect: run one turn on the content that is the first argument, and give the reply."""


_current: ContextVar[Runtime | None] = ContextVar("op_runtime_current", default=None)


def current_runtime() -> Runtime | None:
    """Give the runtime of the call chain, `None` where no function on it declares one (spec 1 section 5)."""
    return _current.get()


def require_runtime(what: str) -> Runtime:
    """Give the current runtime for `what` (such as "llm()"), which the message names.

    Raises RuntimeError where there is none.
    """
    runtime = _current.get()
    if runtime is None:
        raise RuntimeError(
            what + " needs a runtime, and none is current: declare `runtime=None` on the agentic function that"
            " calls it, or pass `runtime=`. An action that parallel() runs in another process, on another machine"
            " or in an executor that is not made of threads must create its own."
        )
    return runtime


@contextmanager
def use_runtime(runtime: Runtime | None) -> Iterator[None]:
    """Effect: make `runtime` the current one inside the `with` block, and put back the one before it."""
    token = _current.set(runtime)
    try:
        yield
    finally:
        _current.reset(token)


Branch = tuple[tuple[int, int], ...]
"""Where in `parallel` calls something runs: of each, the outermost first, which call it is and which of its actions."""

_branch: ContextVar[Branch] = ContextVar("op_runtime_branch", default=())
_groups = itertools.count(1)


def current_branch() -> Branch:
    """Give the branch that runs now, `()` outside of any `parallel`."""
    return _branch.get()


def new_group() -> int:
    """Effect: take a number for one call of `parallel`."""
    return next(_groups)


def enter_branch(group: int, index: int) -> None:
    """Effect: be in the action `index` of the `parallel` call `group`, until the context that this runs in ends."""
    _branch.set((*_branch.get(), (group, index)))


def side_by_side(left: Branch, right: Branch) -> bool:
    """Whether two branches run at the same time: different actions of one `parallel` call."""
    for (group, index), (other_group, other_index) in zip(left, right, strict=False):
        if group != other_group:
            return False
        if index != other_index:
            return True
    return False
