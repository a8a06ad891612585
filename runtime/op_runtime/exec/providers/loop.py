"""One event loop in one thread for every call of a provider: a client of theirs works in one loop only."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_process = 0


def submit(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Effect: run `work` in the loop; cancelling the future cancels it there."""
    return asyncio.run_coroutine_threadsafe(work, _running_loop())


def _running_loop() -> asyncio.AbstractEventLoop:
    global _loop, _process
    with _lock:
        if _loop is None or _process != os.getpid():  # a forked process has none of its parent's threads
            _loop, _process = asyncio.new_event_loop(), os.getpid()
            threading.Thread(target=_loop.run_forever, name="op_runtime providers", daemon=True).start()
        return _loop
