"""Runs planner code in another process, in an interpreter that has no way out (pydantic-monty).

The code is never run by this interpreter. It has no files, network, environment, imports or processes; what it can do
is call the host through one function. Time, memory, depth, output and the number of host calls are limited.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from op_runtime.budget import BudgetError
from op_runtime.control_flow.parallel import parallel
from op_runtime.workflow.errors import SandboxError, WorkflowError
from op_runtime.workflow.prelude import HOST, RESULT
from op_runtime.workflow.recorder import described

if TYPE_CHECKING:
    import pydantic_monty as monty

_log = logging.getLogger(__name__)

_SOURCE: Final = "<python-input-1>"  # what the interpreter calls the second text that it is fed: the planner's


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run of sandboxed code may use, all its branches together unless it says otherwise.

    `seconds` of computing, waiting for the host not counted. `memory` in bytes and `depth` of calls for each branch.
    `calls` of the host: model requests, functions, branches of `parallel`. `output` in bytes of printed text for each
    branch. `workers` is how many processes there are at most at a time.
    """

    seconds: float = 10.0
    memory: int = 64 * 1024 * 1024
    depth: int = 400
    calls: int = 1000
    output: int = 64 * 1024
    workers: int = 32

    def __post_init__(self) -> None:
        for name in ("seconds", "memory", "depth", "calls", "output", "workers"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
                raise ValueError(f"the limit {name} must be a number above 0, not {value!r}")


class Host(Protocol):
    """Answers what sandboxed code asks for."""

    def answer(self, name: str, arguments: tuple[Any, ...]) -> object:
        """Effect: do what the code asks for, and give a plain value.

        A WorkflowError stops the run; any other Exception is raised in the code, which may catch it.
        """


@dataclass(frozen=True, slots=True)
class _Fork:
    state: bytes
    count: int
    workers: int | None
    return_exceptions: bool


@dataclass(frozen=True, slots=True)
class _End:
    value: Any


class _BranchError(Exception):
    """What an action of `parallel` raised inside the sandbox."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message


_Start = Callable[["monty.MontySession"], "monty.SyncSnapshot"]


def require() -> Any:
    """Give the sandbox's package; raises WorkflowError, which says how to install it, where it is not there."""
    try:
        import pydantic_monty
    except ImportError as error:
        raise WorkflowError(
            "running workflow source needs the extra `workflow`: pip install 'op-lint[workflow]'"
        ) from error
    return pydantic_monty


class Sandbox:
    """Runs one workflow. `prelude` is fed first; the host is asked from several threads where code says `parallel`."""

    def __init__(self, host: Host, prelude: str, limits: Limits | None = None) -> None:
        self.host = host
        self.prelude = prelude
        self.limits = Limits() if limits is None else limits
        self._monty = require()
        self._lock = threading.Lock()
        self._seconds = 0.0
        self._calls = 0
        self._pool: monty.Monty | None = None

    def run(self, source: str) -> Any:
        """Effect: define what `source` defines, call its `workflow()`, and give what that gives.

        Raises:
            SandboxError: the code raised an error, broke a limit, or its process died.
            WorkflowError: whatever the host stopped the run with.
        """
        # the worker kills what does not look at its own clock; this one kills what does not answer at all
        patience = self.limits.seconds * 2 + 10
        with self._monty.Monty(max_processes=self.limits.workers, request_timeout=patience) as pool:
            self._pool = pool
            try:
                ended = self._run(partial(self._feed, source + "\n" + RESULT))
            except _BranchError as error:  # code that plays a branch where there is none
                raise SandboxError(f"{error.kind}: {error.message}") from None
            finally:
                self._pool = None
        try:
            return plain(ended)
        except TypeError as error:
            raise SandboxError(f"the workflow's result: {error}") from None

    def _feed(self, source: str, session: monty.MontySession) -> monty.SyncSnapshot:
        session.feed_run(self.prelude)
        return session.feed_start(source, print_callback=self._printed())

    def _continue(self, state: bytes, answer: Any, session: monty.MontySession) -> monty.SyncSnapshot:
        snapshot = session.load_snapshot(state, print_callback=self._printed())
        assert isinstance(snapshot, self._monty.FunctionSnapshot)
        resumed: monty.SyncSnapshot = snapshot.resume(answer)
        return resumed

    def _printed(self) -> Any:
        return self._monty.CollectString(self.limits.output)

    @contextmanager
    def _session(self) -> Iterator[monty.MontySession]:
        assert self._pool is not None
        limits = self.limits
        checkout = self._pool.checkout(
            limits={
                "max_feed_duration_secs": limits.seconds,
                "max_turn_duration_secs": limits.seconds,
                "max_memory": limits.memory,
                "max_recursion_depth": limits.depth,
                "max_suspensions": limits.calls + 10,
            },
            # clock and chance as they were the last time: a resumed run must do the same again
            os_policy={"datetime": datetime(2000, 1, 1), "sleep": "call_host", "random_start": {"seed": 0}},
        )
        with checkout as session:
            yield session

    def _run(self, start: _Start) -> Any:
        """Run one line of events to its end; at a fork its process is given back until all branches have ended."""
        while True:
            with self._errors(), self._session() as session:
                outcome = self._work(session, start)
            if isinstance(outcome, _End):
                return outcome.value
            start = partial(self._continue, outcome.state, self._branches(outcome))

    def _work(self, session: monty.MontySession, start: _Start) -> _Fork | _End:
        snapshot = self._timed(lambda: start(session))
        while not isinstance(snapshot, self._monty.MontyComplete):
            self._count(1)
            if isinstance(snapshot, self._monty.NameLookupSnapshot):
                snapshot = self._timed(snapshot.resume)
                continue
            if not isinstance(snapshot, self._monty.FunctionSnapshot):
                raise SandboxError("the workflow awaits something: `async` and `await` have no use here")
            if snapshot.is_os_function:
                snapshot = self._timed(snapshot.resume_not_handled)
                continue
            name, arguments = self._asked(snapshot)
            match name, arguments:
                case "fork", (int(count), int() | None as workers, bool(return_exceptions)) if count > 0 and (
                    workers is None or (type(workers) is int and workers > 0)
                ):
                    self._count(count)
                    return _Fork(snapshot.dump(), count, workers, return_exceptions)
                case "join", (True, value):
                    return _End(value)
                case "join", (False, str(kind), str(message)):
                    raise _BranchError(kind, message)
            snapshot = self._timed(partial(snapshot.resume, self._answer(name, arguments)))
        return _End(snapshot.output)

    def _asked(self, snapshot: monty.FunctionSnapshot) -> tuple[str, tuple[Any, ...]]:
        if snapshot.function_name != HOST or not snapshot.args:
            return "", (str(snapshot.function_name),)
        name, *arguments = snapshot.args
        return str(name), tuple(arguments)

    def _answer(self, name: str, arguments: tuple[Any, ...]) -> Any:
        if not name:
            return {"exc_type": "NameError", "message": f"name {arguments[0]!r} is not defined"}
        try:
            value = self.host.answer(name, tuple(map(plain, arguments)))
        except WorkflowError:
            raise
        except Exception as error:
            return self._raised(error)
        return {"return_value": value}

    def _raised(self, error: Exception) -> Any:
        """An error of the host as one that the code can catch: of the nearest type that is known there."""
        if isinstance(error, BudgetError):
            raise error
        name, _, message = described(error)
        known = next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in ERRORS), "RuntimeError")
        return {"exc_type": known, "message": message if name == known else f"{name}: {message}"}

    def _branches(self, fork: _Fork) -> Any:
        """Effect: continue the forked state once for each action, at the same time, and give the answer to the fork."""
        actions = [
            partial(self._run, partial(self._continue, fork.state, {"return_value": index}))
            for index in range(fork.count)
        ]
        try:
            results = parallel(actions, fork.workers, fork.return_exceptions)
        except _BranchError as error:
            if error.kind in ERRORS:
                return {"exc_type": error.kind, "message": error.message}
            return {"exc_type": "RuntimeError", "message": f"{error.kind}: {error.message}"}
        answer: list[list[object]] = []
        for result in results:
            if isinstance(result, _BranchError):
                answer.append([False, result.kind, result.message])
            elif isinstance(result, Exception):
                raise result
            else:
                answer.append([True, result])
        return {"return_value": answer}

    def _count(self, number: int) -> None:
        with self._lock:
            self._calls += number
            if self._calls > self.limits.calls:
                raise SandboxError(f"the workflow called out more than {self.limits.calls} times: it is stopped")

    def _timed(self, step: Callable[[], monty.SyncSnapshot]) -> monty.SyncSnapshot:
        begun = time.monotonic()
        try:
            return step()
        finally:
            with self._lock:
                self._seconds += time.monotonic() - begun
                spent = self._seconds
            if spent > self.limits.seconds:
                raise SandboxError(
                    f"the workflow computed for more than {self.limits.seconds:g} seconds: it is stopped"
                )

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn the interpreter's errors into ones that whoever wrote the code can act on."""
        try:
            yield
        except self._monty.MontyCrashedError as error:
            raise SandboxError(f"the process that ran the workflow has died: {error}") from None
        except (self._monty.MontyRuntimeError, self._monty.MontySyntaxError) as error:
            raise SandboxError(_told(error)) from None
        except self._monty.MontyError as error:
            raise SandboxError(f"{type(error).__name__}: {error}") from None


ERRORS: Final = frozenset(
    {
        *(
            "Exception",
            "ArithmeticError",
            "OverflowError",
            "ZeroDivisionError",
            "LookupError",
            "IndexError",
            "KeyError",
        ),
        *("RuntimeError", "NotImplementedError", "RecursionError", "AttributeError", "NameError", "ValueError"),
        *("ImportError", "OSError", "FileNotFoundError", "FileExistsError", "IsADirectoryError", "NotADirectoryError"),
        *("PermissionError", "AssertionError", "MemoryError", "TimeoutError", "TypeError"),
    }
)
"""Types of error that the sandbox knows and code may catch; others arrive as the nearest one of these."""


def _told(error: Any) -> str:
    """The error with the line of the workflow that it came from."""
    text = str(error.display("type-msg"))
    for frame in reversed(error.traceback()):
        if frame.filename == _SOURCE and frame.source_line and frame.source_line.strip() != RESULT:
            return f"{text}\n  at line {frame.line}: {frame.source_line.strip()}"
    return text


def plain(value: Any, depth: int = 0) -> Any:
    """Give a value that came out of the sandbox; raises TypeError for an object, which has no meaning outside."""
    if value is None or type(value) in (str, int, float, bool, bytes):
        return value
    if depth > 100:
        raise TypeError("a value is nested more than 100 deep: give something flatter")
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(plain(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return {plain(key, depth + 1): plain(item, depth + 1) for key, item in value.items()}
    if type(value).__module__ in ("datetime", "decimal", "pathlib", "uuid", "builtins") and not callable(value):
        return value
    name = getattr(value, "name", type(value).__name__)
    raise TypeError(f"an object ({name}) cannot leave the workflow: give text, numbers, lists or dicts")
