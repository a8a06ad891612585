"""Giving control back at a deadline."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def run_until(seconds: float | None, call: Callable[[], T], what: str) -> T:
    """Effect: run `call`, and give its result or raise its error, or TimeoutError after `seconds`.

    With a limit it runs in a daemon thread with a copy of the context; at the deadline it is abandoned, not stopped:
    Python has no way to stop a thread.
    """
    if seconds is None:
        return call()
    if seconds <= 0:
        raise TimeoutError(f"{what} had no time left")
    results: list[T] = []
    errors: list[BaseException] = []
    context = contextvars.copy_context()

    def body() -> None:
        try:
            results.append(context.run(call))
        except BaseException as error:  # handed to the caller, whatever it is
            errors.append(error)

    thread = threading.Thread(target=body, name=f"{what} (timeout {seconds:g} s)", daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if results:
        return results[0]
    raise TimeoutError(f"{what} did not finish within {seconds:g} seconds")
