"""Stopping a turn from another thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from op_runtime.errors import LLMError


class Cancellation:
    """Tells one turn that nobody waits for it any more; every method may be called from any thread."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._watchers: list[Callable[[], object]] = []

    @property
    def cancelled(self) -> bool:
        """Whether the turn is to stop."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Effect: stop the turn: what it waits for now is given up, and nothing else begins."""
        with self._lock:
            self._event.set()
            watchers = list(self._watchers)
        for watcher in watchers:
            watcher()

    def check(self) -> None:
        """Raise LLMError where the turn is to stop."""
        if self.cancelled:
            raise LLMError("the call was cancelled (Runtime.cancel or Runtime.close)", reason="cancelled")

    def wait(self, seconds: float) -> None:
        """Effect: let time pass, less of it where the turn is stopped meanwhile."""
        self._event.wait(seconds)

    @contextmanager
    def watch(self, watcher: Callable[[], object]) -> Iterator[None]:
        """Effect: call `watcher` once, from whichever thread, if the turn is stopped inside the `with` block."""
        with self._lock:
            late = self.cancelled
            if not late:
                self._watchers.append(watcher)
        if late:
            watcher()
        try:
            yield
        finally:
            with self._lock:
                if watcher in self._watchers:
                    self._watchers.remove(watcher)
