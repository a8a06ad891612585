"""What a tool gives, and what it raises, as the model is shown it: valid JSON or plain text, whatever it is."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from op_runtime import Runtime, agentic_function
from op_runtime.exec import Reply, ToolCall
from op_runtime.testing import ScriptedRuntime
from op_runtime.trace.sqlite import SQLiteStore
from pydantic import BaseModel


@dataclass
class Point:
    x: int
    y: float


class Order(BaseModel):
    code: str
    parts: list[int]


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")


@dataclass
class BrokenField:
    x: int = 0

    def __getattribute__(self, name: str) -> Any:
        if name == "x":
            raise RuntimeError("no x")
        return super().__getattribute__(name)


class Endless(list[int]):
    def __iter__(self) -> Iterator[int]:
        raise RuntimeError("no items")


class Text(str):
    def __str__(self) -> str:
        raise RuntimeError("no text")


def circular() -> list[Any]:
    loop: list[Any] = [1]
    loop.append(loop)
    return loop


def deep() -> list[Any]:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


RESULTS: list[tuple[str, Callable[[], Any], str | None]] = [
    ("nan", lambda: float("nan"), "NaN"),
    ("infinity", lambda: float("-inf"), "-Infinity"),
    ("nan inside", lambda: {"a": [float("nan"), 1.5]}, '{"a": ["NaN", 1.5]}'),
    ("bytes", lambda: b"ab\xff", '"ab\\\\xff"'),
    ("circular", circular, '[1, "..."]'),
    ("keys that are no text", lambda: {1: "a", None: "b", (1, 2): "c"}, '{"1": "a", "null": "b", "[1, 2]": "c"}'),
    ("keys that become one text", lambda: {1: "a", "1": "b"}, '{"1": "a", "1 (2)": "b"}'),
    ("dataclass", lambda: Point(1, 2.5), '{"x": 1, "y": 2.5}'),
    ("pydantic", lambda: Order(code="a", parts=[1]), '{"code": "a", "parts": [1]}'),
    ("an exception as a value", lambda: ValueError("no"), '"ValueError: no"'),
    ("set", lambda: {3, 1, 2}, "[1, 2, 3]"),
    ("decimal", lambda: Decimal("1.50"), '"1.50"'),
    ("nothing", lambda: None, "null"),
    ("empty text", lambda: "", ""),
    ("lone surrogate", lambda: "a\ud800", "a\ufffd"),
    ("text of another class", lambda: Text("abc"), "abc"),
    ("no repr", lambda: [1, Broken()], '[1, "<Broken>"]'),
    ("no field", lambda: {"a": BrokenField()}, '{"a": "<BrokenField>"}'),
    ("no items", lambda: {"a": Endless([1])}, '{"a": "<Endless>"}'),
    ("deep", deep, None),
    ("a large number", lambda: 10**50_000, None),
    ("a large text", lambda: "x" * 5_000_000, "x" * 5_000_000),
    ("many items", lambda: list(range(100_000)), json.dumps(list(range(100_000)))),
]


@pytest.mark.parametrize(("make", "shown"), [case[1:] for case in RESULTS], ids=[case[0] for case in RESULTS])
def test_every_result_reaches_the_model_and_the_trace(
    make: Callable[[], Any], shown: str | None, tmp_path: Path
) -> None:
    @agentic_function
    def agentic() -> Any:
        """Give it."""
        return make()

    plain = {"spec": {"name": "plain"}, "execute": lambda **_: make()}
    calls = Reply("", (ToolCall("agentic", {}, "a"), ToolCall("plain", {}, "b")))
    store = SQLiteStore(tmp_path / "trace.db")
    runtime = ScriptedRuntime([calls, "done"], store=store)
    assert runtime.exec("Work.", tools=[agentic, plain]) == "done"
    results = [message["content"] for message in runtime.requests[1].messages if message["role"] == "tool"]
    assert results[0] == results[1]
    if shown is not None:
        assert results[0] == shown
    results[0].encode()
    kept = [node for node in store.nodes() if node.role != "model"]
    assert [node.status for node in kept] == ["ok", "ok"]
    json.dumps([node.as_dict() for node in kept], allow_nan=False)


def raised(error: BaseException) -> tuple[Runtime, list[str]]:
    """What the model is told where a tool raises `error`, an agentic function first and another tool then."""

    @agentic_function
    def agentic() -> None:
        """Fail."""
        raise error

    def execute(**_: Any) -> None:
        raise error

    plain = {"spec": {"name": "plain"}, "execute": execute}
    runtime = ScriptedRuntime([Reply("", (ToolCall("agentic", {}, "a"), ToolCall("plain", {}, "b"))), "done"])
    assert runtime.exec("Work.", tools=[agentic, plain]) == "done"
    assert [node.status for node in runtime.trace] == ["ok", "error", "error", "ok"]
    return runtime, [message["content"] for message in runtime.requests[1].messages if message["role"] == "tool"]


class SilentError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no message")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("no"), "error: ValueError: no"),
        (ValueError(), "error: ValueError"),
        (SystemExit(3), "error: SystemExit: 3"),
        (SystemExit("the tool gives up"), "error: SystemExit: the tool gives up"),
        (asyncio.CancelledError("inner task"), "error: CancelledError: inner task"),
        (RecursionError("too deep"), "error: RecursionError: too deep"),
        (MemoryError(), "error: MemoryError"),
        (StopIteration(5), "error: "),
        (SilentError(), "error: SilentError"),
        (ExceptionGroup("both", [ValueError("a")]), "error: ExceptionGroup: both"),
        (ValueError("lone \ud800"), "error: ValueError: lone \ufffd"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_tool_raises_is_told_to_the_model(error: BaseException, told: str) -> None:
    _, results = raised(error)
    for result in results:
        assert result.startswith(told)


def test_a_tool_that_exits_does_not_end_the_program() -> None:
    @agentic_function(timeout=5)
    def leave() -> None:
        """Exit."""
        sys.exit("done with it")

    runtime = ScriptedRuntime([Reply("", (ToolCall("leave", {}),)), "done"])
    assert runtime.exec("Work.", tools=[leave], timeout_s=5) == "done"
    assert runtime.requests[1].messages[-1]["content"] == "error: SystemExit: done with it"


@pytest.mark.parametrize("timeout", [None, 5.0])
def test_an_interrupt_ends_the_turn(timeout: float | None) -> None:
    def execute() -> None:
        raise KeyboardInterrupt

    tool = {"spec": {"name": "stop"}, "execute": execute}
    runtime = ScriptedRuntime([Reply("", (ToolCall("stop", {}),)), "never sent"])
    with pytest.raises(KeyboardInterrupt):
        runtime.exec("Work.", tools=[tool], timeout_s=timeout)
    assert len(runtime.requests) == 1
    assert [node.status for node in runtime.trace] == ["ok", "error"]


async def test_something_inside_an_async_tool_that_was_cancelled_is_an_error_result() -> None:
    @agentic_function
    async def look() -> None:
        """Wait for a task that somebody cancels."""
        task = asyncio.create_task(asyncio.Event().wait())
        await asyncio.sleep(0)
        task.cancel()
        await task

    runtime = ScriptedRuntime([Reply("", (ToolCall("look", {}),)), "done"])
    assert await runtime.aexec("Work.", tools=[look]) == "done"
    assert runtime.requests[1].messages[-1]["content"] == "error: CancelledError"


async def test_a_turn_that_is_cancelled_while_its_tool_runs_ends() -> None:
    begun = asyncio.Event()

    @agentic_function
    async def hang() -> None:
        """Hang."""
        begun.set()
        await asyncio.Event().wait()

    @agentic_function
    async def leave() -> None:
        """Exit."""
        sys.exit(1)

    runtime = ScriptedRuntime([Reply("", (ToolCall("hang", {}),)), "never sent"])
    task = asyncio.create_task(runtime.aexec("Work.", tools=[hang]))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(runtime.requests) == 1
    runtime = ScriptedRuntime([Reply("", (ToolCall("leave", {}),)), "done"])
    assert await runtime.aexec("Work.", tools=[leave]) == "done"
    assert runtime.requests[1].messages[-1]["content"] == "error: SystemExit: 1"
