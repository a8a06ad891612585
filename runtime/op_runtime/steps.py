"""Where whoever keeps a journal hears of each step: a model request, a judgement, a function that is run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Step(Protocol):
    """One step that has begun. Where it is `known`, `value` is what it gave before, and it is not run again."""

    @property
    def known(self) -> bool: ...

    @property
    def value(self) -> Any: ...

    def done(self, value: object) -> None:
        """Effect: keep what the step gave."""

    def failed(self, error: BaseException) -> None:
        """Effect: keep what the step failed with."""


class Recorder(Protocol):
    """Keeps steps; may be called from several threads at once."""

    def begin(self, fn: str, prompt: object, arguments: Mapping[str, object]) -> Step:
        """Effect: begin the next step of the branch that runs now; raises what it failed with where that is known."""


_recorder: ContextVar[Recorder | None] = ContextVar("op_runtime_recorder", default=None)


@contextmanager
def use_recorder(recorder: Recorder | None) -> Iterator[None]:
    """Effect: make `recorder` the current one inside the `with` block, and put back the one before it."""
    token = _recorder.set(recorder)
    try:
        yield
    finally:
        _recorder.reset(token)


def recorded(fn: str, prompt: object, arguments: Mapping[str, object], run: Callable[[], T]) -> T:
    """Effect: give what `run()` gives, as one step; steps inside it are part of it.

    Where the current recorder knows the step, its value is given and nothing is run. Without a recorder this is
    `run()`.
    """
    recorder = _recorder.get()
    if recorder is None:
        return run()
    step = recorder.begin(fn, prompt, arguments)
    if step.known:
        known: T = step.value
        return known
    try:
        with use_recorder(None):
            value = run()
    except BaseException as error:
        step.failed(error)
        raise
    step.done(value)
    return value


async def arecorded(fn: str, prompt: object, arguments: Mapping[str, object], run: Callable[[], Awaitable[T]]) -> T:
    """Effect: what `recorded` does, for `async` code."""
    recorder = _recorder.get()
    if recorder is None:
        return await run()
    step = recorder.begin(fn, prompt, arguments)
    if step.known:
        known: T = step.value
        return known
    try:
        with use_recorder(None):
            value = await run()
    except BaseException as error:
        step.failed(error)
        raise
    step.done(value)
    return value
