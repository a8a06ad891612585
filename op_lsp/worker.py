"""The one thread on which analysis happens, in the order asked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

logger = logging.getLogger(__name__)

Work = Callable[[], object]
Result = TypeVar("Result")


class Worker:
    """Does what the event loop gives it. What nobody waits for may fail: that is logged."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "analysis")
        self._first: list[Work] = []
        self._given = 0
        self._done = 0

    @property
    def idle(self) -> bool:
        """Whether the thread has done all that it was given."""
        return self._given == self._done

    def now(self, work: Callable[[], Result]) -> Result:
        """What work gives, done here and at once: for the event loop, while the thread is idle. Raises what it raises.

        To wake another thread, and to be woken by it, takes as long as the analysis of a keystroke.
        """
        assert self.idle
        first, self._first = self._first, []
        _run(first)
        return work()

    def before_next(self, work: Work) -> None:
        """Effect: has work done before whatever is given next, without waking the thread for it."""
        self._first.append(work)

    def do(self, work: Work) -> None:
        """Effect: has work done in its turn."""
        first, self._first = self._first, []
        self._given += 1
        self._thread.submit(self._turn, (*first, work))

    def _turn(self, works: Sequence[Work]) -> None:
        try:
            _run(works)
        finally:
            self._done += 1

    async def ask(self, work: Callable[[], Result]) -> Result:
        """What work gives, or raises, in its turn; it is left out where nobody waits for it any more by then."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Result] = loop.create_future()

        def run() -> None:
            tell: Callable[[], None]
            if answer.cancelled():
                return
            try:
                tell = partial(_settle, answer.set_result, answer, work())
            except BaseException as error:
                tell = partial(_settle, answer.set_exception, answer, error)
            with suppress(RuntimeError):  # the loop was closed meanwhile
                loop.call_soon_threadsafe(tell)

        self.do(run)
        return await answer

    def close(self, *, drop: bool) -> None:
        """Effect: ends the thread once it has done what it was given; with ``drop``, what it has begun."""
        self._thread.shutdown(wait=False, cancel_futures=drop)


def _run(works: Sequence[Work]) -> None:
    for work in works:
        try:
            work()
        except Exception:
            logger.exception("%s failed", getattr(work, "__name__", "work"))


def _settle(settle: Callable[[Result], None], answer: asyncio.Future[Any], value: Result) -> None:
    if not answer.done():
        settle(value)
