"""What a later call reads of earlier ones: `expose` and `render_range` (metadata spec, section 2)."""

from __future__ import annotations

import asyncio
import functools
from typing import Any

import pytest
from op_runtime import agentic_function, decision, llm, parallel
from op_runtime.testing import ScriptedRuntime


def history(runtime: ScriptedRuntime, index: int = -1) -> str:
    return runtime.requests[index].history


def marks(text: str) -> set[str]:
    """Which of the words that stand for something are there."""
    return {
        word for word in ("HELPER", "helper-prompt", "helper-reply", "INNER", "inner-prompt", "result") if word in text
    }


@pytest.mark.parametrize(
    ("expose", "seen"),
    [
        ("io", {"HELPER", "result"}),
        ("llm", {"helper-prompt", "helper-reply"}),
        ("full", {"HELPER", "helper-prompt", "helper-reply", "INNER", "inner-prompt", "result"}),
        ("hidden", set()),
    ],
)
def test_what_a_caller_sees_of_a_finished_call(expose: Any, seen: set[str]) -> None:
    @agentic_function(name="INNER")
    def inner() -> Any:
        """Ask."""
        return llm("inner-prompt")

    @agentic_function(name="HELPER", expose=expose)
    def helper() -> str:
        """Help."""
        llm("helper-prompt")
        inner()
        return "result"

    @agentic_function
    def outer(runtime: Any = None) -> None:
        """Call, then ask."""
        helper()
        llm("last")

    runtime = ScriptedRuntime(["helper-reply", "x", "y"])
    outer(runtime=runtime)
    assert marks(history(runtime)) == seen
    reads = runtime.trace.nodes[-1].reads
    assert bool(reads) == bool(seen)
    by_id = {node.id: node for node in runtime.trace}
    assert all(by_id[read].name in ("HELPER", "INNER", "llm") for read in reads)


def asks(runtime: ScriptedRuntime) -> list[list[str]]:
    """For each call of the model, the prompts and function names that it was shown."""
    shown = []
    for request in runtime.requests:
        lines = request.history.split("\n")
        shown.append([line.removeprefix("request: ").partition("(")[0] for line in lines if line[:1] in "ra" and line])
    return shown


@pytest.mark.parametrize(
    ("render_range", "read"),
    [
        (None, ["before 1", "before 2", "inside 1", "inside 2"]),
        ({}, ["before 1", "before 2", "inside 1", "inside 2"]),
        ({"callers": None}, ["before 1", "before 2", "inside 1", "inside 2"]),
        ({"callers": -1, "subcalls": -1}, ["before 1", "before 2", "inside 1", "inside 2"]),
        ({"callers": 0}, ["inside 1", "inside 2"]),
        ({"callers": 1}, ["before 2", "inside 1", "inside 2"]),
        ({"subcalls": 0}, ["before 1", "before 2"]),
        ({"subcalls": 1}, ["before 1", "before 2", "inside 2"]),
        ({"callers": 0, "subcalls": 0}, []),
        ({"callers": 9, "subcalls": 9}, ["before 1", "before 2", "inside 1", "inside 2"]),
    ],
)
def test_how_much_history_a_frame_reads(render_range: Any, read: list[str]) -> None:
    @agentic_function(render_range=render_range)
    def helper() -> None:
        """Ask."""
        llm("inside 1")
        llm("inside 2")
        llm("last")

    @agentic_function(expose="hidden")
    def outer(runtime: Any = None) -> None:
        """Ask, then call."""
        llm("before 1")
        llm("before 2")
        helper()

    runtime = ScriptedRuntime(["x"] * 5)
    outer(runtime=runtime)
    lines = history(runtime).split("\n")
    assert [line.removeprefix("request: ") for line in lines if line.startswith("request: ")] == read


def test_the_calls_around_are_shown_as_running_and_the_own_frame_is_not_shown() -> None:
    @agentic_function
    def helper(q: str) -> None:
        """Ask."""
        llm("last")

    @agentic_function(input={"sid": {"hidden": True}})
    def outer(topic: str, sid: str, runtime: Any = None) -> None:
        """Call."""
        helper("x")

    runtime = ScriptedRuntime(["x"])
    outer("tides", "secret", runtime=runtime)
    text = history(runtime)
    assert 'outer(topic="tides", sid="<hidden>", runtime="<hidden>") is running' in text
    assert "helper" not in text


def test_history_is_its_own_message_before_the_prompt() -> None:
    @agentic_function
    def outer(runtime: Any = None) -> None:
        llm("first")
        decision.make("Pick.", ["a"])

    runtime = ScriptedRuntime(["reply 1", '{"call": "a"}'])
    outer(runtime=runtime)
    before, prompt = runtime.requests[1].messages
    assert before == {"role": "user", "content": history(runtime)}
    assert before["content"].endswith("request: first\nreply: reply 1")
    assert prompt["content"] == 'Pick.\n\na()\n    Call: {"call": "a"}\n'


def test_nothing_is_read_outside_of_any_frame_or_from_another_outermost_call() -> None:
    @agentic_function
    def outer(runtime: Any = None) -> None:
        """Ask."""
        llm("asked")

    runtime = ScriptedRuntime(["x"] * 4)
    llm("alone 1", runtime=runtime)
    llm("alone 2", runtime=runtime)
    outer(runtime=runtime)
    outer(runtime=runtime)
    assert [request.history for request in runtime.requests] == [""] * 4


def test_replies_that_could_not_be_read_are_not_shown_later() -> None:
    @agentic_function
    def outer(runtime: Any = None) -> None:
        """Decide, then ask."""
        decision.make("Pick.", ["a"])
        llm("last")

    runtime = ScriptedRuntime(["GARBAGE", '{"call": "a"}', "x"])
    outer(runtime=runtime)
    assert runtime.requests[1].history == ""
    shown = [line for line in history(runtime).split("\n") if line.startswith("reply: ")]
    assert shown == ['reply: {"call": "a"}']


def test_a_failed_call_is_shown_as_failed() -> None:
    @agentic_function
    def helper() -> None:
        """Fail."""
        raise KeyError("x")

    @agentic_function
    def outer(runtime: Any = None) -> None:
        """Try, then ask."""
        with pytest.raises(KeyError):
            helper()
        llm("last")

    runtime = ScriptedRuntime(["x"])
    outer(runtime=runtime)
    assert "helper() failed: KeyError: 'x'" in history(runtime)


def prompts_read(runtime: ScriptedRuntime, prompt: str) -> set[str]:
    (text,) = [request.history for request in runtime.requests if request.prompt == prompt]
    return {line.removeprefix("request: ") for line in text.split("\n") if line.startswith("request: ")}


async def test_what_a_task_reads_does_not_depend_on_which_is_faster() -> None:
    @agentic_function(expose="full")
    async def ask(name: str, times: int, runtime: Any = None) -> None:
        """Ask."""
        for number in range(times):
            await runtime.aexec(f"{name} {number}", tools=[])

    @agentic_function
    async def outer(runtime: Any = None) -> None:
        """Ask in tasks."""
        await runtime.aexec("before", tools=[])
        await asyncio.gather(ask("slow", 3), ask("fast", 1), runtime.aexec("bare", tools=[]))
        await asyncio.gather(ask("later", 1), ask("last", 1))
        await runtime.aexec("after", tools=[])

    runtime = ScriptedRuntime(["x"] * 9)
    await outer(runtime=runtime)
    assert prompts_read(runtime, "fast 0") == prompts_read(runtime, "bare") == {"before"}
    assert prompts_read(runtime, "slow 2") == {"before", "slow 0", "slow 1"}
    first = {"before", "slow 0", "slow 1", "slow 2", "fast 0", "bare"}
    assert prompts_read(runtime, "later 0") == prompts_read(runtime, "last 0") == first
    assert prompts_read(runtime, "after") == first | {"later 0", "last 0"}


async def test_tasks_one_after_the_other_read_what_has_ended() -> None:
    @agentic_function
    async def outer(runtime: Any = None) -> None:
        """Ask in tasks, one after the other."""
        await asyncio.create_task(runtime.aexec("one", tools=[]))
        await asyncio.create_task(runtime.aexec("two", tools=[]))

    runtime = ScriptedRuntime(["x"] * 2)
    await outer(runtime=runtime)
    assert prompts_read(runtime, "two") == {"one"}


def test_async_functions_that_sync_code_runs_read_what_has_ended() -> None:
    @agentic_function(expose="full")
    async def ask(name: str, runtime: Any = None) -> None:
        """Ask."""
        await runtime.aexec(name, tools=[])

    @agentic_function
    def outer(runtime: Any = None) -> None:
        """Let both be picked."""
        for name in ("one", "two"):
            decision.make("Pick " + name, {name: functools.partial(ask, name)})

    runtime = ScriptedRuntime([{"call": "one"}, "x", {"call": "two"}, "x"])
    outer(runtime=runtime)
    assert "one" in prompts_read(runtime, "two")


def test_what_an_action_of_parallel_reads_does_not_depend_on_which_is_faster() -> None:
    @agentic_function
    def outer(runtime: Any = None) -> None:
        """Ask twice at once, twice."""
        llm("before")
        parallel([lambda: llm("one") and llm("one again"), lambda: llm("two") and llm("two again")])
        parallel([lambda: llm("three"), lambda: llm("four")])
        llm("last")

    runtime = ScriptedRuntime(["x"] * 8)
    outer(runtime=runtime)

    def read(prompt: str) -> set[str]:
        return prompts_read(runtime, prompt)

    assert read("one again") == {"before", "one"}
    assert read("two again") == {"before", "two"}
    both = {"before", "one", "two", "one again", "two again"}
    assert read("three") == both
    assert read("four") == both
    assert read("last") == both | {"three", "four"}
