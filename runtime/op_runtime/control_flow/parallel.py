"""Run actions at the same time."""

from __future__ import annotations

import concurrent.futures
import contextvars
import pickle
from collections import deque
from collections.abc import Iterable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread

from op_runtime.control_flow.arguments import Action, check_action, check_bound, run

MAX_THREADS = 32
"""Threads that `parallel` starts where `max_workers` is not given; model calls wait, they do not compute."""

_POLL = 0.2  # seconds: on Windows a wait without an end cannot be interrupted by Ctrl-C


def parallel(
    actions: Iterable[Action],
    max_workers: int | None = None,
    return_exceptions: bool = False,
    *,
    executor: Executor | None = None,
) -> list[object]:
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
    if executor is None:
        futures = _start_threads(list(map(_in_context, todo, range(len(todo)))), max_workers or MAX_THREADS)
    else:
        futures = _submit(executor, todo)
    first = _wait(futures, return_exceptions)
    if first is None:
        return [_outcome(future) for future in futures]
    try:
        raise _explained(futures, first)
    finally:
        del futures  # the error's traceback holds this frame, and the frame would hold the error


def _in_context(action: Action, index: int) -> Action:
    """Bind `action` to its own copy of the caller's context: what it sets there, no other one sees."""
    return partial(contextvars.copy_context().run, run, action, f"actions[{index}]")


def _run_alone(action: Action, index: int) -> object:
    """Run `action` in an empty context: a forked process would inherit its parent's runtime, open sockets and all."""
    return contextvars.Context().run(run, action, f"actions[{index}]")


def _start_threads(jobs: list[Action], workers: int) -> list[Future[object]]:
    # Not a ThreadPoolExecutor: the interpreter waits for its threads at exit, so that an action which hangs would
    # hold up a SystemExit that was raised "without waiting".
    futures: list[Future[object]] = [Future() for _ in jobs]
    waiting = deque(zip(futures, jobs, strict=True))
    for number in range(min(workers, len(jobs))):
        Thread(target=_work, args=(waiting,), name=f"parallel-{number}", daemon=True).start()
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
        del future, job  # a waiting thread must not keep a result alive


def _submit(executor: Executor, actions: list[Action]) -> list[Future[object]]:
    shares_memory = isinstance(executor, ThreadPoolExecutor) and not isinstance(executor, _ISOLATED)
    if isinstance(executor, ProcessPoolExecutor):
        for index, action in enumerate(actions):
            _check_picklable(action, index)
    futures: list[Future[object]] = []
    try:
        for index, action in enumerate(actions):
            if shares_memory:
                futures.append(executor.submit(_in_context(action, index)))
            else:
                futures.append(executor.submit(_run_alone, action, index))
    except BaseException:
        _cancel(futures)
        raise
    return futures


# From Python 3.14 on: threads, but each in an interpreter of its own, which shares nothing.
_ISOLATED: tuple[type, ...] = tuple(
    kind for kind in [getattr(concurrent.futures, "InterpreterPoolExecutor", None)] if kind is not None
)


def _check_picklable(action: Action, index: int) -> None:
    try:
        pickle.dumps(action)
    except Exception as error:  # pickle raises whatever the object's own hooks raise
        raise TypeError(
            f"actions[{index}] cannot be sent to another process ({error}): use a function at the top of a module,"
            " or functools.partial of one, instead of a lambda or a nested function"
        ) from error


def _wait(futures: list[Future[object]], return_exceptions: bool) -> int | None:
    """Effect: wait until all futures are done; give the index of the first that failed, and cancel on it.

    With `return_exceptions` an Exception is no failure. Any other BaseException is raised here, without waiting.
    """
    done: SimpleQueue[int] = SimpleQueue()
    for index, future in enumerate(futures):
        future.add_done_callback(partial(_report, done, index))
    first: int | None = None
    left = len(futures)
    try:
        while left:
            try:
                index = done.get(timeout=_POLL)
            except Empty:
                continue
            left -= 1
            error = _error(futures[index])
            if error is not None and not isinstance(error, Exception):
                raise error
            if error is not None and first is None and not return_exceptions:
                first = index
                _cancel(futures)
    except BaseException:
        _cancel(futures)
        raise
    return first


def _report(done: SimpleQueue[int], index: int, _: Future[object]) -> None:
    done.put(index)


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
