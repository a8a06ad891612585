"""Ending a turn early: cancelled from elsewhere, or at the deadline, whatever it waits for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from op_runtime import LLMError, Runtime, agentic_function
from op_runtime.exec import Reply, Request, ToolCall
from op_runtime.exec.cancel import Cancellation
from op_runtime.exec.deadline import run_until
from op_runtime.testing import ScriptedRuntime

BUSY = LLMError("busy", reason="transport", retryable=True, retry_after=30)


def reason(call: Callable[[], object]) -> str:
    with pytest.raises(LLMError) as caught:
        call()
    return caught.value.reason


def test_a_pause_before_the_next_attempt_is_cut_short() -> None:
    runtime = ScriptedRuntime([BUSY, "never sent"])

    def cancel_soon(number: int, error: BaseException) -> None:
        threading.Timer(0.05, runtime.cancel).start()

    assert reason(lambda: runtime.exec("Hi.", on_retry=cancel_soon)) == "cancelled"
    assert len(runtime.requests) == 1
    assert runtime.trace.nodes[0].status == "error"


async def test_a_pause_of_an_async_turn_is_cut_short_too() -> None:
    runtime = ScriptedRuntime([BUSY, "never sent", "x"])

    def cancel_soon(number: int, error: BaseException) -> None:
        threading.Timer(0.05, runtime.cancel).start()

    with pytest.raises(LLMError) as caught:
        await runtime.aexec("Hi.", on_retry=cancel_soon)
    assert caught.value.reason == "cancelled"
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0
    runtime = ScriptedRuntime(["x"])
    assert await runtime.aexec("Hi.") == "x"


def test_a_plain_callable_is_left_when_it_returns_and_its_answer_is_not_used() -> None:
    def model(messages: Any) -> str:
        runtime.cancel()
        return "late"

    runtime = Runtime(model)
    assert reason(lambda: runtime.exec("Hi.")) == "cancelled"
    assert runtime.trace.nodes[0].output.startswith("LLMError: the call was cancelled")


def test_no_tool_begins_once_the_turn_is_cancelled_and_the_next_turn_is_not() -> None:
    ran: list[str] = []

    @agentic_function(as_tool=False)
    def first() -> str:
        """Cancel."""
        ran.append("first")
        runtime.cancel()
        return "x"

    @agentic_function(as_tool=False)
    def second() -> str:
        """Never run."""
        ran.append("second")
        return "x"

    both = Reply("", (ToolCall("first", {}), ToolCall("second", {})))
    runtime = ScriptedRuntime([both, "fine"])
    assert reason(lambda: runtime.exec("Work.", tools=[first, second])) == "cancelled"
    assert ran == ["first"]
    assert runtime.exec("Again.") == "fine"


def test_an_abandonable_model_is_left_at_once() -> None:
    release, begun = threading.Event(), threading.Event()

    class Slow:
        abandonable = True

        def call(self, request: Request) -> str:
            begun.set()
            release.wait(10)
            return "late"

    runtime = Runtime(Slow())

    def cancel() -> None:
        begun.wait(10)
        runtime.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    try:
        assert reason(lambda: runtime.exec("Hi.")) == "cancelled"
        assert not release.is_set()
    finally:
        release.set()
        canceller.join(10)


async def test_a_model_in_a_thread_hears_that_nobody_waits_for_it_any_more() -> None:
    begun, ended = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    class Slow:
        abandonable = True

        def call(self, request: Request) -> str:
            loop.call_soon_threadsafe(begun.set)
            assert request.cancellation is not None
            request.cancellation.wait(10)
            ended.set()
            return "late"

    task = asyncio.create_task(Runtime(Slow()).aexec("Hi."))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.wait(5)


async def test_cancelling_a_task_from_outside_stays_a_cancelled_task() -> None:
    begun = asyncio.Event()

    async def model(messages: Any) -> str:
        begun.set()
        await asyncio.Event().wait()
        return "late"

    task = asyncio.create_task(Runtime(model).aexec("Hi."))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_tool_that_runs_past_the_deadline_of_the_turn_gives_control_back() -> None:
    release = threading.Event()

    @agentic_function(as_tool=False)
    def hang() -> str:
        """Hang."""
        release.wait(10)
        return "late"

    runtime = ScriptedRuntime([Reply("", (ToolCall("hang", {}),)), "never sent"])
    try:
        assert reason(lambda: runtime.exec("Work.", tools=[hang], timeout_s=0.1)) == "timeout"
    finally:
        release.set()
    assert len(runtime.requests) == 1


async def test_an_async_tool_is_cancelled_at_the_deadline_of_the_turn() -> None:
    ended: list[bool] = []

    @agentic_function(as_tool=False)
    async def hang() -> str:
        """Hang."""
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)
        return "late"

    runtime = ScriptedRuntime([Reply("", (ToolCall("hang", {}),)), "never sent"])
    with pytest.raises(LLMError) as caught:
        await runtime.aexec("Work.", tools=[hang], timeout_s=0.1)
    assert caught.value.reason == "timeout"
    assert ended == [True]


def test_what_a_provider_asks_to_wait_is_waited_and_no_longer_than_there_is_time() -> None:
    patient = LLMError("busy", reason="transport", retryable=True, retry_after=0.01)
    runtime = ScriptedRuntime([patient, "ok"])
    assert runtime.exec("Hi.") == "ok"
    for options in ({"timeout_s": 5}, {}):
        error = LLMError("busy", reason="transport", retryable=True, retry_after=61)
        runtime = ScriptedRuntime([error, "never sent"])
        with pytest.raises(LLMError) as caught:
            runtime.exec("Hi.", **options)  # type: ignore[arg-type]
        assert caught.value is error


def test_a_watcher_hears_of_a_cancellation_once_and_at_once_where_it_has_happened() -> None:
    cancellation = Cancellation()
    heard: list[str] = []
    with cancellation.watch(lambda: heard.append("inside")):
        cancellation.cancel()
    cancellation.cancel()
    with cancellation.watch(lambda: heard.append("late")):
        pass
    assert heard == ["inside", "late"]
    assert reason(lambda: run_until(None, threading.Event().wait, "waiting", cancellation)) == "cancelled"


@pytest.mark.parametrize(("seconds", "kind"), [("3", TypeError), (True, TypeError), (float("nan"), ValueError)])
def test_a_deadline_that_is_no_number_of_seconds_is_refused_before_any_call(
    seconds: Any, kind: type[Exception]
) -> None:
    runtime = ScriptedRuntime(["never sent"])
    with pytest.raises(kind, match="timeout_s must be a number of seconds"):
        runtime.exec("Work.", tools=[], timeout_s=seconds)
    assert runtime.requests == []
