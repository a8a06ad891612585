"""The current runtime of a call chain."""

from __future__ import annotations

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
