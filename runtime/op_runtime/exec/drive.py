"""Carrying out the steps of a turn, for sync and for async code."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from op_runtime.context import use_runtime
from op_runtime.errors import LLMError
from op_runtime.exec.deadline import run_until
from op_runtime.exec.dispatch import aexhausted, exhausted, finished
from op_runtime.exec.tools import SEARCH, failure, inherited
from op_runtime.exec.turn import Ask, RunTool, Step, Wait
from op_runtime.trace import Node, current_frame, finish, record, traces_of
from op_runtime.trace.node import snapshot

if TYPE_CHECKING:
    from op_runtime.exec.cancel import Cancellation
    from op_runtime.exec.runtime import Runtime

T = TypeVar("T")


def drive(steps: Generator[Step, Any, T], runtime: Runtime, cancellation: Cancellation) -> T:
    """Effect: carry out every step, and give what the turn gives."""
    with runtime.running(cancellation):
        return _run(steps, lambda step: _do(step, runtime, cancellation))


def _run(steps: Generator[Step, Any, T], do: Callable[[Step], Any]) -> T:
    try:
        step = next(steps)
        while True:
            try:
                result = do(step)
            except BaseException as error:  # the turn decides what an error means
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as stop:
        value: T = stop.value
        return value


def _do(step: Step, runtime: Runtime, cancellation: Cancellation) -> Any:
    match step:
        case Ask(request):
            return _in_time(step, runtime.backend, lambda: finished(runtime.backend.call(request)))
        case RunTool():
            return _run_tool(step, runtime)
        case Wait(seconds):
            cancellation.wait(seconds)
            return None


def _in_time(step: Ask, backend: object, call: Callable[[], T]) -> T:
    seconds = step.request.timeout
    abandonable = getattr(backend, "abandonable", False)
    if getattr(backend, "keeps_deadline", False) or (seconds is None and not abandonable):
        return call()
    try:
        return run_until(seconds, call, "the model call", step.request.cancellation)
    except TimeoutError as error:
        if "the model call" in str(error):
            raise LLMError(f"{error}", reason="timeout") from None
        raise


def _run_tool(step: RunTool, runtime: Runtime) -> str:
    begun = _begin(step, runtime)
    if isinstance(begun, str):
        return begun
    call, record = begun
    try:
        with use_runtime(runtime), _Inherit(step):
            result = run_until(step.seconds, lambda: exhausted(finished(call())), step.call.name)
    except BaseException as error:
        return record.failed(error)
    return record.ended(result)


def _begin(step: RunTool, runtime: Runtime) -> tuple[Callable[[], Any], _ToolRecord] | str:
    """Effect: begin the record of a tool call that may run, and give both; else the text that the model is told."""
    if step.call.name == SEARCH and SEARCH not in step.toolbox.tools:
        return step.toolbox.search(step.call.arguments)
    call, problem = step.toolbox.start(step.call, runtime)
    return problem if call is None else (call, _ToolRecord(step, runtime))


async def adrive(steps: Generator[Step, Any, T], runtime: Runtime, cancellation: Cancellation) -> T:
    """Effect: carry out every step, awaiting what can be awaited, and give what the turn gives."""
    with runtime.running(cancellation):
        try:
            step = next(steps)
            while True:
                try:
                    result = await _ado(step, runtime, cancellation)
                except BaseException as error:  # the turn decides what an error means
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as stop:
            value: T = stop.value
            return value


async def _ado(step: Step, runtime: Runtime, cancellation: Cancellation) -> Any:
    import asyncio

    match step:
        case Ask(request):
            try:
                async with asyncio.timeout(request.timeout) as limit, _stopped_by(cancellation):
                    return await _acall(request, runtime)
            except TimeoutError:
                if limit.expired():
                    message = f"the model call did not finish within {request.timeout:g} seconds"
                    raise LLMError(message, reason="timeout") from None
                raise
        case RunTool():
            return await _arun_tool(step, runtime)
        case Wait(seconds):
            async with _stopped_by(cancellation):
                await asyncio.sleep(seconds)
            return None


@asynccontextmanager
async def _stopped_by(cancellation: Cancellation) -> AsyncIterator[None]:
    """Effect: stop waiting inside the block, with LLMError, where `cancellation` says so from whichever thread."""
    import asyncio

    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    waiting, stopped = True, False

    def stop() -> None:
        nonlocal stopped
        if waiting:
            stopped = True
            task.cancel()

    try:
        with cancellation.watch(lambda: loop.call_soon_threadsafe(stop)):
            yield
    except asyncio.CancelledError:
        if stopped and not task.uncancel():
            cancellation.check()
        raise
    finally:
        waiting = False


async def _acall(request: Any, runtime: Runtime) -> Any:
    import asyncio

    # every task that was started has begun before any of them is answered, however fast the model is
    await asyncio.sleep(0)
    backend = runtime.backend
    acall = getattr(backend, "acall", None)
    if acall is not None:
        return await acall(request)
    if inspect.iscoroutinefunction(getattr(backend, "function", None)):
        return await backend.call(request)  # type: ignore[misc]
    if getattr(backend, "instant", False):
        return backend.call(request)
    answer = await asyncio.to_thread(backend.call, request)
    return await answer if inspect.isawaitable(answer) else answer


async def _arun_tool(step: RunTool, runtime: Runtime) -> str:
    begun = _begin(step, runtime)
    if isinstance(begun, str):
        return begun
    call, record = begun
    try:
        with use_runtime(runtime), _Inherit(step):
            result = await _awaited(call, step)
    except BaseException as error:
        return record.failed(error)
    return record.ended(result)


async def _awaited(call: Callable[[], Any], step: RunTool) -> Any:
    import asyncio

    try:
        async with asyncio.timeout(step.seconds) as limit:
            result = call()
            return await aexhausted(await result if inspect.isawaitable(result) else result)
    except TimeoutError:
        if limit.expired():
            raise TimeoutError(f"{step.call.name} did not finish within {step.seconds:g} seconds") from None
        raise


class _Inherit:
    """Effect: turns inside a tool get the tools of the turn that runs it."""

    def __init__(self, step: RunTool) -> None:
        self._sources = tuple(tool.source for tool in step.toolbox.tools.values())

    def __enter__(self) -> None:
        self._token = inherited.set(self._sources)

    def __exit__(self, *_: object) -> None:
        inherited.reset(self._token)


class _ToolRecord:
    """The trace node of a tool that is no agentic function; those make their own."""

    def __init__(self, step: RunTool, runtime: Runtime) -> None:
        frame = current_frame()
        self._traces = traces_of(frame, runtime)
        self._node: Node | None = None
        if step.toolbox.tools[step.call.name].function is None:
            node = Node(
                "tool",
                step.call.name,
                input=snapshot(step.call.arguments),
                caller=frame.caller if frame else None,
                scope=frame.scope if frame else (),
            )
            self._node = record(node, frame, self._traces)

    def failed(self, error: BaseException) -> str:
        """Effect: end the record, and give the text that the model is told; raises what ends the turn too."""
        text = failure(error)
        if self._node is not None:
            finish(self._traces, self._node, "error", text)
        if _ends_the_turn(error):
            raise error
        return text

    def ended(self, result: object) -> str:
        """Effect: end the record, and give the result as the text that the model is shown."""
        from op_runtime.control_flow.text import as_text

        if self._node is not None:
            finish(self._traces, self._node, "ok", result)
        return as_text(result)


def _ends_the_turn(error: BaseException) -> bool:
    """Whether what a tool raised is for whoever runs the program, and not for the model.

    A tool that ends itself (`sys.exit()`), or something of its own that was cancelled, has failed, like any other; an
    interrupt, and a task that is really being cancelled, end the turn.
    """
    if isinstance(error, Exception | SystemExit):
        return False
    import asyncio

    if not isinstance(error, asyncio.CancelledError):
        return True
    try:
        task = asyncio.current_task()
    except RuntimeError:  # no loop runs here: nobody cancels this thread
        return False
    return task is not None and task.cancelling() > 0
