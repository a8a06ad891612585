"""Run actions at the same time."""

from __future__ import annotations

import concurrent.futures
import contextvars
import pickle
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Executor, Future
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Literal, TypeVar, overload

from op_runtime.context import enter_branch, new_group
from op_runtime.control_flow.arguments import check_action, check_bound, run

MAX_THREADS = 32
"""Threads that `parallel` starts where `max_workers` is not given; model calls wait, they do not compute."""

_POLL = 0.2  # seconds: on Windows a wait without an end cannot be interrupted by Ctrl-C

T = TypeVar("T")
Action = Callable[[], Any]


@overload
def parallel(
    actions: Iterable[Callable[[], T]],
    max_workers: int | None = None,
    return_exceptions: Literal[False] = False,
    *,
    executor: Executor | None = None,
) -> list[T]: ...


@overload
def parallel(
    actions: Iterable[Callable[[], T]],
    max_workers: int | None = None,
    return_exceptions: bool = False,
    *,
    executor: Executor | None = None,
) -> list[T | Exception]: ...


def parallel(
    actions: Iterable[Action],
    max_workers: int | None = None,
    return_exceptions: bool = False,
    *,
    executor: Executor | None = None,
) -> list[Any]:
    """Effect: run `actions` at the same time, and give their results in the order of the actions.

    Without `executor` they run in threads, at most `max_workers` (default: one each, up to 32) at once, each with
    its own copy of the context, so that the current runtime is there. `executor` is any
    `concurrent.futures.Executor`, and stays the caller's to shut down. A `ThreadPoolExecutor` gives the context too;
    any other one gives none: its actions must be picklable and create their own runtime.

    The first Exception of an action cancels those that have not started; the others finish, then it is raised,
    with notes that name the action, the other failures and what was cancelled. With `return_exceptions` nothing is
    cancelled, and an Exception stands in its action's place. KeyboardInterrupt, SystemExit and their like are
    raised at once: what has not started is cancelled, what runs is left behind.

    Raises TypeError or ValueError for wrong arguments, before any action has started.
    """
    if not isinstance(actions, Iterable):
        raise TypeError(f"actions must be a list of callables, not {type(actions).__name__}")
    todo = list(actions)
    for index, action in enumerate(todo):
        check_action(action, f"actions[{index}]")
    if max_workers is not None:
        check_bound(max_workers, "max_workers", 1)
        if executor is not None:
            raise ValueError("max_workers goes with parallel's own threads: an executor has its own number")
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(f"executor must be a concurrent.futures.Executor, not {type(executor).__name__}")
    if not todo:
        return []
    watch = _Watch(return_exceptions)
    if executor is None:
        futures = _start_threads(watch, _in_contexts(todo), max_workers)
    else:
        futures = _submit(watch, executor, todo)
    first = watch.wait()
    if first is None:
        return [_outcome(future) for future in futures]
    try:
        raise _explained(futures, first)
    finally:
        del futures, watch  # the error's traceback holds this frame, and the frame would hold the error


class _Watch:
    """Sees each future end, and cancels what has not started as soon as one fails.

    It cancels in the thread in which the failed action ran, before that thread can take up the next action.
    """

    def __init__(self, return_exceptions: bool) -> None:
        self._return_exceptions = return_exceptions
        self._futures: list[Future[object]] = []
        self._ended: SimpleQueue[int] = SimpleQueue()
        self._lock = Lock()
        self._first: int | None = None

    def over(self, futures: list[Future[object]]) -> None:
        """Effect: watch `futures`; call it once."""
        self._futures = futures
        for index, future in enumerate(futures):
            future.add_done_callback(partial(self._report, index))

    def _report(self, index: int, future: Future[object]) -> None:
        error = _error(future)
        if error is not None and not (self._return_exceptions and isinstance(error, Exception)):
            with self._lock:
                is_first = self._first is None
                if is_first:
                    self._first = index
            if is_first:
                _cancel(self._futures)
        self._ended.put(index)

    def wait(self) -> int | None:
        """Effect: wait until all have ended; give the index of the first that failed, None where none did.

        A BaseException that is no Exception, of an action or of the wait itself, is raised without waiting.
        """
        left = len(self._futures)
        try:
            while left:
                try:
                    index = self._ended.get(timeout=_POLL)
                except Empty:
                    continue
                left -= 1
                error = _error(self._futures[index])
                if error is not None and not isinstance(error, Exception):
                    raise error
        except BaseException:
            _cancel(self._futures)
            raise
        return self._first


def _in_contexts(actions: list[Action]) -> list[Action]:
    """Bind each action to its own copy of the caller's context: what it sets there, no other one sees."""
    group = new_group()
    jobs: list[Action] = []
    for index, action in enumerate(actions):
        context = contextvars.copy_context()
        context.run(enter_branch, group, index)
        jobs.append(partial(context.run, run, action, f"actions[{index}]"))
    return jobs


def _run_alone(action: Action, index: int) -> object:
    """Run `action` in an empty context: a forked process would inherit its parent's runtime, open sockets and all."""
    return contextvars.Context().run(run, action, f"actions[{index}]")


def _start_threads(watch: _Watch, jobs: list[Action], workers: int | None) -> list[Future[object]]:
    # Not a ThreadPoolExecutor: the interpreter waits for its threads at exit, so that an action which hangs would
    # hold up a SystemExit that was raised "without waiting".
    futures: list[Future[object]] = [Future() for _ in jobs]
    watch.over(futures)
    waiting = deque(zip(futures, jobs, strict=True))
    try:
        for number in range(min(workers or MAX_THREADS, len(jobs))):
            Thread(target=_work, args=(waiting,), name=f"parallel-{number}", daemon=True).start()
    except BaseException:
        _cancel(futures)
        raise
    return futures


def _work(waiting: deque[tuple[Future[object], Action]]) -> None:
    while True:
        try:
            future, job = waiting.popleft()
        except IndexError:
            return
        if not future.set_running_or_notify_cancel():
            continue
        try:
            result = job()
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)


def _submit(watch: _Watch, executor: Executor, actions: list[Action]) -> list[Future[object]]:
    # read here, since the module loads multiprocessing for them
    if isinstance(executor, concurrent.futures.ProcessPoolExecutor):
        for index, action in enumerate(actions):
            _check_picklable(action, index)
    shares_memory = isinstance(executor, concurrent.futures.ThreadPoolExecutor) and not _is_isolated(executor)
    futures: list[Future[object]] = []
    try:
        if shares_memory:
            futures.extend(map(executor.submit, _in_contexts(actions)))
        else:
            futures.extend(executor.submit(_run_alone, action, index) for index, action in enumerate(actions))
    except BaseException:
        _cancel(futures)
        raise
    watch.over(futures)
    return futures


def _is_isolated(executor: Executor) -> bool:
    """Tell whether each thread of the executor has an interpreter of its own (Python 3.14), which shares nothing."""
    isolated: type | None = getattr(concurrent.futures, "InterpreterPoolExecutor", None)
    return isolated is not None and isinstance(executor, isolated)


def _check_picklable(action: Action, index: int) -> None:
    try:
        pickle.dumps(action)
    except Exception as error:  # pickle raises whatever the object's own hooks raise
        raise TypeError(
            f"actions[{index}] cannot be sent to another process ({error}): use a function at the top of a module,"
            " or functools.partial of one, instead of a lambda or a nested function"
        ) from error


def _outcome(future: Future[object]) -> object:
    error = _error(future)
    return future.result() if error is None else error


def _explained(futures: list[Future[object]], first: int) -> BaseException:
    """Give the error of `futures[first]`, with notes that say what else did not come out."""
    error = _error(futures[first])
    assert error is not None
    error.add_note(f"raised by actions[{first}] of {len(futures)} in parallel()")
    for index, future in enumerate(futures):
        other = _error(future)
        if future.cancelled() and index != first:
            error.add_note(f"actions[{index}] was cancelled before it started")
        elif other is not None and other is not error:
            error.add_note(f"actions[{index}] failed too: {type(other).__name__}: {other}")
    return error


def _cancel(futures: list[Future[object]]) -> None:
    for future in futures:
        future.cancel()


def _error(future: Future[object]) -> BaseException | None:
    """Give what a finished future failed with, None where it has a result."""
    try:
        return future.exception()
    except CancelledError as error:
        return error
