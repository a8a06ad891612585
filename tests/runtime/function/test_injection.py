"""Who gets which runtime (metadata spec, section 5)."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from op_runtime import Runtime, agentic_function, decision, llm
from op_runtime.context import current_runtime, use_runtime
from op_runtime.exec import set_default_runtime
from op_runtime.testing import ScriptedRuntime

made: list[ScriptedRuntime] = []


@pytest.fixture(autouse=True)
def _default_runtime() -> Iterator[None]:
    def make() -> Runtime:
        made.append(ScriptedRuntime(["made"]))
        return made[-1]

    made.clear()
    set_default_runtime(make)
    yield
    set_default_runtime(None)


@agentic_function
def all_three(runtime: Any = None, exec_runtime: Any = None, review_runtime: Any = None) -> list[Any]:
    """Show what is injected."""
    return [runtime, exec_runtime, review_runtime, current_runtime()]


def test_a_given_runtime_fills_the_others_and_is_current() -> None:
    own = ScriptedRuntime()
    assert all_three(runtime=own) == [own, own, own, own]
    assert all_three(own) == [own, own, own, own]
    assert current_runtime() is None
    assert not own.closed


def test_the_current_runtime_fills_every_name() -> None:
    outer = ScriptedRuntime()
    with use_runtime(outer):
        assert all_three() == [outer] * 4
        assert all_three(None, None, None) == [outer] * 4


def test_a_given_runtime_wins_over_the_current_one_inside_its_frame_only() -> None:
    outer, own = ScriptedRuntime(), ScriptedRuntime()
    with use_runtime(outer):
        assert all_three(runtime=own) == [own] * 4
        assert current_runtime() is outer


def test_an_explicit_exec_runtime_is_kept_and_becomes_current_only_where_there_is_none() -> None:
    outer, own = ScriptedRuntime(), ScriptedRuntime()
    with use_runtime(outer):
        assert all_three(exec_runtime=own) == [outer, own, outer, outer]
        assert all_three(review_runtime=own) == [outer, outer, own, outer]
    assert all_three(exec_runtime=own) == [own, own, own, own]
    assert all_three(review_runtime=own) == [own, own, own, own]
    assert made == []


def test_with_none_anywhere_one_is_made_shared_by_all_names_and_closed_after() -> None:
    shown = all_three()
    assert len(made) == 1
    assert shown == [made[0]] * 4
    assert made[0].closed


def test_a_made_runtime_is_closed_when_the_body_raises() -> None:
    @agentic_function
    def fail(runtime: Any = None) -> None:
        """Fail."""
        raise KeyError("x")

    with pytest.raises(KeyError):
        fail()
    assert made[0].closed
    assert current_runtime() is None


def test_a_made_runtime_is_shared_by_the_calls_inside() -> None:
    @agentic_function
    def outer(runtime: Any = None) -> list[Any]:
        """Outer."""
        return all_three()

    assert outer() == [made[0]] * 4
    assert len(made) == 1


def test_runtime_needs_no_default_and_may_be_keyword_only() -> None:
    @agentic_function
    def required(q: str, runtime: Runtime) -> Any:
        """Required."""
        return runtime

    @agentic_function
    def keyword(q: str, *, runtime: Runtime, tenant: str = "t1") -> Any:
        """Keyword."""
        return runtime, tenant

    outer = ScriptedRuntime()
    with use_runtime(outer):
        assert required("x") is outer  # type: ignore[call-arg]
        assert keyword("x") == (outer, "t1")  # type: ignore[call-arg]


def test_an_entry_function_without_such_a_name_has_no_runtime_and_the_message_says_what_to_declare() -> None:
    @agentic_function
    def entry() -> Any:
        """Enter."""
        return llm("hi")

    with pytest.raises(RuntimeError, match=r"declare `runtime=None`"):
        entry()

    @agentic_function
    def choose() -> Any:
        """Choose."""
        return decision.make("Pick.", ["a"])

    with pytest.raises(RuntimeError, match=r"decision\.make\(\) needs a runtime.*`runtime=None`"):
        choose()


def test_it_need_not_be_passed_down_by_hand() -> None:
    @agentic_function
    def inner() -> Any:
        """Ask."""
        return llm("hi")

    @agentic_function
    def outer(runtime: Any = None) -> Any:
        """Pass nothing."""
        return inner()

    assert outer(runtime=ScriptedRuntime(["hello"])) == "hello"


def test_threads_with_a_copied_context_and_threads_without() -> None:
    seen: list[Any] = []

    @agentic_function
    def outer(runtime: Any = None) -> None:
        """Start threads."""
        context = contextvars.copy_context()
        with_it = threading.Thread(target=context.run, args=(lambda: seen.append(current_runtime()),))
        without = threading.Thread(target=lambda: seen.append(current_runtime()))
        for thread in (with_it, without):
            thread.start()
            thread.join()

    own = ScriptedRuntime()
    outer(runtime=own)
    assert seen == [own, None]


async def test_tasks_do_not_see_each_others_runtime() -> None:
    @agentic_function
    async def ask(runtime: Any = None) -> Any:
        """Ask."""
        before = current_runtime()
        await asyncio.sleep(0)
        return before is current_runtime() is runtime

    runtimes = [ScriptedRuntime() for _ in range(5)]
    assert await asyncio.gather(*(ask(runtime=runtime) for runtime in runtimes)) == [True] * 5
    assert current_runtime() is None


async def test_a_runtime_made_for_an_async_function_lives_until_it_has_been_awaited() -> None:
    @agentic_function
    async def ask(runtime: Any = None) -> Any:
        """Ask."""
        await asyncio.sleep(0)
        return await runtime.aexec("hi")

    assert await ask() == "made"
    assert made[0].closed


def test_without_any_model_the_error_says_how_to_set_one_up() -> None:
    set_default_runtime(None)

    @agentic_function
    def ask(runtime: Any = None) -> Any:
        """Ask."""
        return llm("hi")

    @agentic_function
    def count(n: int, runtime: Any = None) -> int:
        """Count, without asking."""
        return n

    assert count(3) == 3
    with pytest.raises(RuntimeError, match="no model is set up: pass runtime=Runtime"):
        ask()
