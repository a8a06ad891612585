"""Results that are kept, and calls that are given up (metadata spec, section 2)."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from typing import Any

import pytest
from op_runtime import agentic_function
from op_runtime.agentic.cache import MISS, Cache, key_of
from op_runtime.testing import ScriptedRuntime


def counted(**arguments: Any) -> tuple[Any, list[Any]]:
    calls: list[Any] = []

    @agentic_function(cache=True, **arguments)
    def look_up(value: Any, other: int = 1, runtime: Any = None) -> Any:
        """Look up."""
        calls.append(value)
        return [value]

    return look_up, calls


def test_equal_arguments_are_looked_up_once_however_they_are_given_and_on_any_runtime() -> None:
    look_up, calls = counted()
    first = look_up("a", runtime=ScriptedRuntime())
    assert look_up(value="a", other=1, runtime=ScriptedRuntime()) is first
    assert calls == ["a"]
    look_up("a", 2, runtime=ScriptedRuntime())
    assert calls == ["a", "a"]


@pytest.mark.parametrize(
    ("left", "right"),
    [(1, True), (1, 1.0), (0.0, -0.0), ([1], (1,)), ({"a": 1}, {"a": True}), ("1", 1), (None, "None"), (b"a", "a")],
)
def test_what_only_looks_equal_is_not(left: object, right: object) -> None:
    look_up, calls = counted()
    look_up(left)
    look_up(right)
    assert len(calls) == 2


@dataclass
class Point:
    """A value with fields."""

    x: int


class Thing:
    """An object that is known by nothing but itself."""


def test_data_is_known_by_what_it_says_and_other_objects_by_identity() -> None:
    look_up, calls = counted()
    look_up(Point(1))
    look_up(Point(1))
    assert len(calls) == 1
    thing = Thing()
    look_up(thing)
    look_up(thing)
    look_up(Thing())
    assert len(calls) == 3


def test_none_is_a_result_and_an_error_is_not() -> None:
    calls = []

    @agentic_function(cache=True)
    def nothing(fail: bool) -> None:
        """Give nothing."""
        calls.append(fail)
        if fail:
            raise KeyError("x")

    nothing(False)
    nothing(False)
    assert calls == [False]
    for _ in range(2):
        with pytest.raises(KeyError):
            nothing(True)
    assert calls == [False, True, True]


def test_a_kept_result_ends_after_its_seconds_and_the_newest_stay() -> None:
    now = [100.0]
    cache = Cache(10.0, limit=2, now=lambda: now[0])
    cache.put("a", 1)
    now[0] = 109.9
    assert cache.get("a") == 1
    now[0] = 110.0
    assert cache.get("a") is MISS
    for key in "bcd":
        cache.put(key, key)
    assert [cache.get(key) is MISS for key in "bcd"] == [True, False, False]


def test_keys_of_sets_and_mappings_do_not_depend_on_a_sets_order() -> None:
    assert key_of({"a", "b"}) == key_of({"b", "a"})
    assert key_of({"a": 1, "b": 2}) != key_of({"b": 2, "a": 1})


async def test_async_results_are_kept_awaited() -> None:
    calls = []

    @agentic_function(cache=True)
    async def look_up(value: str) -> str:
        """Look up."""
        calls.append(value)
        return value

    assert [await look_up("a"), await look_up("a")] == ["a", "a"]
    assert calls == ["a"]


def test_the_trace_says_that_a_result_was_kept() -> None:
    look_up, _ = counted()
    own = ScriptedRuntime()
    look_up("a", runtime=own)
    look_up("a", runtime=own)
    assert [node.notes for node in own.trace] == [[], ["from the cache"]]
    assert [node.output for node in own.trace] == [["a"], ["a"]]


def test_neither_works_on_a_generator() -> None:
    for arguments in ({"cache": True}, {"timeout": 1.0}):
        with pytest.raises(TypeError, match="does not work on a generator"):

            @agentic_function(**arguments)  # type: ignore[call-overload]
            def lines() -> Any:
                """Give lines."""
                yield 1


def test_a_sync_body_that_hangs_gives_control_back_and_its_node_ends() -> None:
    release = threading.Event()
    own = ScriptedRuntime()

    @agentic_function(timeout=0.02)
    def hang(runtime: Any = None) -> None:
        """Hang."""
        release.wait(10)

    with pytest.raises(TimeoutError, match=r"hang did not finish within 0\.02 seconds"):
        hang(runtime=own)
    release.set()
    assert own.trace.nodes[0].status == "error"
    assert "TimeoutError" in own.trace.nodes[0].output


def test_a_body_in_time_gives_its_result_its_error_and_has_its_runtime() -> None:
    own = ScriptedRuntime(["hello"])

    @agentic_function(timeout=10)
    def ask(fail: bool, runtime: Any = None) -> Any:
        """Ask."""
        if fail:
            raise TimeoutError("the body's own")
        return runtime.exec("hi")

    assert ask(False, runtime=own) == "hello"
    assert own.trace.nodes[1].caller == own.trace.nodes[0].id
    with pytest.raises(TimeoutError, match="the body's own"):
        ask(True, runtime=own)


async def test_an_async_body_is_cancelled_at_its_deadline() -> None:
    ended = []

    @agentic_function(timeout=0.02)
    async def hang() -> None:
        """Hang."""
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    with pytest.raises(TimeoutError, match=r"hang did not finish within 0\.02 seconds"):
        await hang()
    assert ended == ["cancelled"]
