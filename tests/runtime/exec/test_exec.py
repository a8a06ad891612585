"""A turn: what is sent, retried, limited, and read (decision spec, section 1)."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from op_runtime import DecisionError, LLMError, Runtime, agentic_function, decision
from op_runtime.exec import DECISION_FINISH_INSTRUCTION, Reply, Request, ToolCall
from op_runtime.testing import ScriptedRuntime


def test_without_choices_it_is_the_replys_text() -> None:
    runtime = ScriptedRuntime(["  hello \n"])
    assert runtime.exec("Hi.", tools=[]) == "  hello \n"
    assert runtime.prompts == ["Hi."]


def test_choices_add_the_instruction_and_the_menu_and_the_pick_is_the_last_thing() -> None:
    reply = 'I looked at {"call": "wipe"} first.\n{"call": "keep"}'
    runtime = ScriptedRuntime([reply])
    assert runtime.exec("Work.", choices=["wipe", "keep"]) == "keep"
    menu = decision.render_options(["wipe", "keep"])
    assert runtime.prompts[0] == "Work.\n\n" + DECISION_FINISH_INSTRUCTION + menu
    assert runtime.prompts[0].split(DECISION_FINISH_INSTRUCTION)[1] == menu


def test_a_pick_that_is_not_the_last_thing_is_asked_about() -> None:
    runtime = ScriptedRuntime(['{"call": "wipe"} then {"call": "keep"} and so on', '{"call": "keep"}'])
    assert runtime.exec("Work.", choices=["wipe", "keep"]) == "keep"
    assert len(runtime.requests) == 2


def test_there_is_exactly_one_re_ask_and_it_sends_no_tools() -> None:
    @agentic_function
    def look(q: str) -> str:
        """Look."""
        return "seen"

    runtime = ScriptedRuntime(["hm", "hm", '{"call": "a"}'])
    with pytest.raises(DecisionError) as caught:
        runtime.exec("Work.", tools=[look], choices=["a"])
    assert caught.value.attempts == 2
    assert [len(request.tools) for request in runtime.requests] == [1, 0]


def test_the_re_ask_shows_the_whole_turn() -> None:
    @agentic_function
    def look(q: str) -> str:
        """Look."""
        return "seen " + q

    runtime = ScriptedRuntime([Reply("", (ToolCall("look", {"q": "x"}),)), "hm", '{"call": "a"}'])
    assert runtime.exec("Work.", tools=[look], choices=["a"]) == "a"
    roles = [message["role"] for message in runtime.requests[2].messages]
    assert roles == ["user", "assistant", "tool", "assistant", "user"]
    assert runtime.requests[2].messages[2]["content"] == "seen x"


@pytest.mark.parametrize("choices", [{}, [], "ab", [lambda: 1], {"a": ()}])
def test_wrong_choices_are_refused_before_any_model_call(choices: Any) -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises((TypeError, ValueError)):
        runtime.exec("Work.", choices=choices)
    assert runtime.requests == []


def test_d13_response_format_beside_choices_is_refused_and_an_empty_reply_is_asked_about() -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises(ValueError, match=r"response_format= and choices="):
        runtime.exec("Work.", choices=["a"], response_format={"type": "object"})
    assert runtime.requests == []
    nothing: list[Any] = [None, '{"call": "a"}']
    assert Runtime(lambda messages: nothing.pop(0)).exec("Work.", choices=["a"]) == "a"


def test_hidden_parameters_of_choices_come_from_context() -> None:
    @agentic_function(input={"sid": {"hidden": True}})
    def fetch(q: str, sid: str) -> str:
        """Fetch."""
        return q + sid

    runtime = ScriptedRuntime(['{"call": "fetch", "args": {"q": "x", "sid": "EVIL"}}'])
    assert runtime.exec("Work.", choices=[fetch], context={"sid": "-real"}) == "x-real"
    with pytest.raises(TypeError, match="sid"):
        runtime.exec("Work.", choices=[fetch])


def test_transport_failures_are_sent_again_with_the_same_prompt_and_nothing_else_is() -> None:
    retried: list[Any] = []
    failures = [TimeoutError("slow"), ConnectionResetError("gone")]
    runtime = ScriptedRuntime([*failures, "ok"])
    assert runtime.exec("Hi.", on_retry=lambda number, error: retried.append((number, error))) == "ok"
    assert runtime.prompts == ["Hi."] * 3
    assert retried == [(1, failures[0]), (2, failures[1])]
    assert len(runtime.trace) == 1

    runtime = ScriptedRuntime([TimeoutError("1"), TimeoutError("2"), TimeoutError("3"), "ok"])
    with pytest.raises(TimeoutError, match="3"):
        runtime.exec("Hi.")
    runtime = ScriptedRuntime([ValueError("bad request"), "ok"])
    with pytest.raises(ValueError, match="bad request"):
        runtime.exec("Hi.")
    assert runtime.trace.nodes[0].status == "error"
    runtime = ScriptedRuntime([LLMError("busy", reason="transport", retryable=True), "ok"], max_retries=1)
    assert runtime.exec("Hi.") == "ok"
    runtime = ScriptedRuntime([TimeoutError("1"), "ok"], max_retries=0)
    with pytest.raises(TimeoutError):
        runtime.exec("Hi.")


def test_a_deadline_holds_for_the_whole_turn_and_a_hang_gives_control_back() -> None:
    release = threading.Event()

    def hang(messages: Any) -> str:
        release.wait(10)
        return "late"

    runtime = Runtime(hang)
    with pytest.raises(LLMError, match="did not finish within") as caught:
        runtime.exec("Hi.", timeout_s=0.02)
    release.set()
    assert caught.value.reason == "timeout"
    assert runtime.trace.nodes[0].status == "error"
    with pytest.raises(LLMError) as caught:
        ScriptedRuntime(["x"]).exec("Hi.", timeout_s=-1)
    assert caught.value.reason == "timeout"
    assert ScriptedRuntime(["x"]).exec("Hi.", timeout_s=30) == "x"


async def test_a_deadline_cancels_an_async_model() -> None:
    ended = []

    async def hang(messages: Any) -> str:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)
        return "late"

    with pytest.raises(LLMError, match="did not finish within") as caught:
        await Runtime(hang).aexec("Hi.", timeout_s=0.02)
    assert caught.value.reason == "timeout"
    assert ended == [True]


async def test_aexec_takes_sync_models_async_models_and_models_with_acall() -> None:
    class Both:
        def call(self, request: Request) -> str:
            raise AssertionError("not this one")

        async def acall(self, request: Request) -> str:
            return "both"

    async def later(messages: Any) -> str:
        return "later"

    thread = threading.current_thread()

    def sync(messages: Any) -> str:
        return "loop" if threading.current_thread() is thread else "thread"

    assert await Runtime(Both()).aexec("Hi.") == "both"
    assert await Runtime(later).aexec("Hi.") == "later"
    assert await Runtime(sync).aexec("Hi.") == "thread"


def test_exec_runs_an_async_model_where_it_can() -> None:
    async def later(messages: Any) -> str:
        return "later"

    assert Runtime(later).exec("Hi.") == "later"

    async def inside() -> None:
        with pytest.raises(TypeError, match="aexec"):
            Runtime(later).exec("Hi.")

    asyncio.run(inside())


@pytest.mark.parametrize("call", [None, 5, "gpt", dict])
def test_what_is_no_model_is_refused(call: Any) -> None:
    with pytest.raises(TypeError, match="model"):
        Runtime(call)


def test_a_model_must_give_text() -> None:
    with pytest.raises(TypeError, match="the model gave int"):
        Runtime(lambda messages: 5).exec("Hi.")


def test_a_callable_is_given_what_it_has_parameters_for() -> None:
    seen: dict[str, Any] = {}

    def model(messages: Any, *, model: str, response_format: Any = None) -> str:
        seen.update(model=model, response_format=response_format)
        return "x"

    Runtime(model, model="small").exec("Hi.", response_format={"type": "object"})
    assert seen == {"model": "small", "response_format": {"type": "object"}}
    with pytest.raises(TypeError, match="response_format="):
        Runtime(lambda messages: "x").exec("Hi.", response_format={"type": "object"})


def test_what_a_model_does_to_its_messages_stays_with_it() -> None:
    def model(messages: Any) -> str:
        messages.append("x")
        messages[0]["content"] = "changed"
        return "hm" if len(runtime.trace) == 1 else '{"call": "a"}'

    runtime = Runtime(model)
    assert runtime.exec("Hi.", choices=["a"]) == "a"
    assert runtime.trace.nodes[0].input.startswith("Hi.")


def test_constrain_sends_the_schema_of_a_valid_pick() -> None:
    runtime = ScriptedRuntime(['{"call": "a"}', "x", '{"call": "a"}'], constrain=True)
    decision.make("Pick.", ["a", "b"], runtime=runtime)
    runtime.exec("Hi.")
    schema = runtime.requests[0].schema
    assert schema is not None
    assert [branch["properties"]["call"]["const"] for branch in schema["anyOf"]] == ["a", "b"]
    assert runtime.requests[1].schema is None


def test_a_closed_runtime_is_not_asked_and_keeps_its_trace() -> None:
    closed = []

    class Model:
        def call(self, request: Request) -> str:
            return "x"

        def close(self) -> None:
            closed.append(True)

    with Runtime(Model()) as runtime:
        runtime.exec("Hi.")
    runtime.close()
    assert closed == [True]
    with pytest.raises(RuntimeError, match="closed"):
        runtime.exec("Hi.")
    assert len(runtime.trace) == 1


def test_negative_retries_and_iterations_are_refused() -> None:
    with pytest.raises(ValueError, match="max_retries"):
        Runtime(lambda messages: "x", max_retries=-1)
    with pytest.raises(ValueError, match="max_iterations"):
        Runtime(lambda messages: "x").exec("Hi.", max_iterations=0)


def test_a_reply_that_was_cut_is_asked_about() -> None:
    runtime = ScriptedRuntime([Reply('{"call": "a"}', finish_reason="length"), '{"call": "a"}'])
    assert decision.make("Pick.", ["a"], runtime=runtime) == "a"
    assert runtime.trace.nodes[0].notes[0].startswith("truncated")
