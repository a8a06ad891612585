"""Giving control back at a deadline."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from op_runtime.exec.cancel import Cancellation

T = TypeVar("T")


def run_until(seconds: float | None, call: Callable[[], T], what: str, cancellation: Cancellation | None = None) -> T:
    """Effect: run `call`, and give its result or raise its error, or TimeoutError after `seconds`.

    With a limit, or something that may stop it, it runs in a daemon thread with a copy of the context; at the deadline
    it is abandoned, not stopped: Python has no way to stop a thread. Where `cancellation` stops it, LLMError is raised.
    """
    if seconds is None and cancellation is None:
        return call()
    if seconds is not None and seconds <= 0:
        raise TimeoutError(f"{what} had no time left")
    results: list[T] = []
    errors: list[BaseException] = []
    context = contextvars.copy_context()
    over = threading.Event()

    def body() -> None:
        try:
            results.append(context.run(call))
        except BaseException as error:  # handed to the caller, whatever it is
            errors.append(error)
        over.set()

    threading.Thread(target=body, name=what, daemon=True).start()
    with cancellation.watch(over.set) if cancellation is not None else nullcontext():
        over.wait(seconds)
    if errors:
        raise errors[0]
    if results:
        return results[0]
    if cancellation is not None:
        cancellation.check()
    raise TimeoutError(f"{what} did not finish within {seconds:g} seconds")
