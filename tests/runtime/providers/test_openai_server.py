"""A model behind a real HTTP server on loopback that speaks OpenAI's protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from op_runtime import DecisionError, LLMError, Runtime, agentic_function, decision, registry
from op_runtime.exec.providers import RemoteModel
from op_runtime.menu import build_menu
from provider_server import Answer, ProviderServer, failed, said
from pydantic import BaseModel

KEY = "sk-secret-0123456789"
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=="
)


@pytest.fixture(autouse=True)
def _own_registry() -> Iterator[None]:
    with registry.isolated():
        yield


@contextmanager
def asked(*answers: Answer, **options: Any) -> Iterator[tuple[Runtime, ProviderServer]]:
    with ProviderServer(answers) as server:
        model = RemoteModel("openai:small", api_key=KEY, base_url=server.address + "/v1")
        with Runtime(model, **{"backoff": 0.0, **options}) as runtime:
            yield runtime, server


def test_text_is_sent_and_its_reply_is_the_result() -> None:
    with asked(said("Hello."), system="Be short.") as (runtime, server):
        assert runtime.exec("Hi.") == "Hello."
    (received,) = server.requests
    assert received.path == "/v1/chat/completions"
    assert received.headers["authorization"] == f"Bearer {KEY}"
    assert received.body["model"] == "small"
    assert received.body["messages"] == [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": "Hi."},
    ]
    assert not received.body.get("stream")
    assert "tools" not in received.body
    assert "response_format" not in received.body
    assert runtime.trace.nodes[0].usage == {"input_tokens": 12, "output_tokens": 3}


def test_another_model_of_the_provider_may_be_named_for_one_call() -> None:
    with asked(said("x"), said("y"), said("z")) as (runtime, server):
        runtime.exec("Hi.", model="large")
        runtime.exec("Hi.", model="openai:larger")
        with pytest.raises(LLMError, match="make another Runtime"):
            runtime.exec("Hi.", model="anthropic:other")
    assert [body["model"] for body in server.bodies] == ["large", "larger"]


def test_the_menu_that_arrives_is_the_menu_byte_for_byte() -> None:
    options = {"refund": (1, 'give "it" back — ünïcode \\ {x}'), "wait": (2, "do nothing")}
    with asked(said('{"call": "wait"}')) as (runtime, server):
        assert decision.make("Pick.", options, runtime=runtime) == 2
    assert server.bodies[0]["messages"][-1]["content"] == "Pick.\n\n" + build_menu(options).render()


def test_a_tool_is_offered_called_and_its_result_goes_back() -> None:
    @agentic_function(input={"city": {"description": "where"}})
    def weather(city: str, days: int = 1) -> str:
        """Tell the weather."""
        return f"{city}: rain for {days}"

    first = said(None, calls=[("weather", '{"city": "Oslo", "days": null}')])
    with asked(first, said("It rains.")) as (runtime, server):
        assert runtime.exec("Weather?", tools=[weather], parallel_tool_calls=False) == "It rains."
    one, two = server.bodies
    (tool,) = one["tools"]
    assert tool["function"]["name"] == "weather"
    assert tool["function"]["description"] == "Tell the weather."
    assert tool["function"]["strict"] is True
    assert tool["function"]["parameters"]["required"] == ["city", "days"]
    assert tool["function"]["parameters"]["properties"]["city"]["description"] == "where"
    assert one["parallel_tool_calls"] is False
    assert [message["role"] for message in two["messages"]] == ["user", "assistant", "tool"]
    assert two["messages"][1]["tool_calls"][0]["function"]["name"] == "weather"
    assert two["messages"][2]["content"] == "Oslo: rain for 1"
    assert two["messages"][2]["tool_call_id"] == "call_0"


def test_a_demanded_tool_call_is_demanded_once() -> None:
    @agentic_function
    def look() -> str:
        """Look."""
        return "seen"

    with asked(said(None, calls=[("look", "{}")]), said("Done.")) as (runtime, server):
        assert runtime.exec("Work.", tools=[look], tool_choice="required") == "Done."
    assert [body.get("tool_choice", "auto") for body in server.bodies] == ["required", "auto"]


def test_what_is_wrong_with_a_tool_call_is_told_to_the_model() -> None:
    @agentic_function
    def look(n: int) -> str:
        """Look."""
        raise KeyError("nothing there")

    calls = [("lok", "{}"), ("look", "{not json"), ("look", '{"n": "x"}'), ("look", '{"n": 1}')]
    with asked(said(None, calls=calls), said("I see.")) as (runtime, server):
        assert runtime.exec("Work.", tools=[look]) == "I see."
    results = [message["content"] for message in server.bodies[1]["messages"] if message["role"] == "tool"]
    assert results[0] == "error: there is no tool 'lok'; did you mean 'look'?"
    assert results[1] == "error: the arguments of look must be a JSON object"
    assert "n" in results[2]
    assert results[2].startswith("error: ")
    assert results[3] == "error: KeyError: 'nothing there'"


def test_a_tool_that_is_no_agentic_function_is_not_given_null_for_what_was_left_out() -> None:
    seen: list[Any] = []

    def execute(**arguments: Any) -> str:
        seen.append(arguments)
        return "ok"

    parameters = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": ["string", "null"]}},
        "required": ["a"],
    }
    tool = {"spec": {"name": "note", "description": "Note.", "parameters": parameters}, "execute": execute}
    call = ("note", '{"a": "x", "b": null, "c": null}')
    with asked(said(None, calls=[call]), said("ok")) as (runtime, server):
        runtime.exec("Work.", tools=[tool])
    assert server.bodies[0]["tools"][0]["function"]["parameters"]["required"] == ["a", "b", "c"]
    assert seen == [{"a": "x", "c": None}]


def test_null_for_what_was_left_out_is_taken_away_at_every_depth() -> None:
    seen: list[Any] = []
    place = {
        "type": "object",
        "properties": {"town": {"type": "string"}, "code": {"type": "string"}, "note": {"type": ["string", "null"]}},
        "required": ["town"],
    }
    parameters = {
        "type": "object",
        "properties": {
            "home": {"$ref": "#/$defs/place"},
            "others": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/place"}]}},
        },
        "required": ["home", "others"],
        "$defs": {"place": place},
    }
    tool = {"spec": {"name": "move", "description": "Move.", "parameters": parameters}, "execute": seen.append}
    given = {"town": "Oslo", "code": None, "note": None}
    call = ("move", json.dumps({"home": given, "others": ["x", given]}))
    with asked(said(None, calls=[call]), said("ok")) as (runtime, _):
        runtime.exec("Work.", tools=[tool])
    assert seen == [{"home": {"town": "Oslo", "note": None}, "others": ["x", {"town": "Oslo", "note": None}]}]


def test_an_image_a_sound_and_a_file_are_really_sent(tmp_path: Path) -> None:
    (tmp_path / "dot.png").write_bytes(PIXEL)
    (tmp_path / "beep.wav").write_bytes(b"RIFF....WAVE")
    (tmp_path / "notes.txt").write_text("remember the milk", encoding="utf-8")
    content = [
        {"type": "text", "text": "Look."},
        {"type": "image", "path": tmp_path / "dot.png"},
        {"type": "audio", "path": str(tmp_path / "beep.wav")},
        {"type": "file", "path": str(tmp_path / "notes.txt")},
    ]
    with asked(said("A dot.")) as (runtime, server):
        assert runtime.exec(content) == "A dot."
    parts = server.bodies[0]["messages"][0]["content"]
    assert parts[0] == {"type": "text", "text": "Look."}
    assert parts[1]["image_url"]["url"] == "data:image/png;base64," + base64.b64encode(PIXEL).decode()
    assert parts[2]["type"] == "input_audio"
    assert "remember the milk" in json.dumps(parts[3])


@pytest.mark.parametrize(
    ("block", "error", "words"),
    [
        ({"type": "image", "path": "nothing.png"}, FileNotFoundError, "content[1]: there is no file"),
        ({"type": "image", "path": __file__}, ValueError, "content[1]"),
    ],
)
def test_a_block_that_cannot_be_sent_is_named_before_any_call(
    block: dict[str, str], error: type[Exception], words: str
) -> None:
    with asked() as (runtime, server), pytest.raises(error) as caught:
        runtime.exec([{"type": "text", "text": "Look."}, block])
    assert words in str(caught.value)
    assert server.requests == []


def test_response_format_becomes_the_schema_that_the_provider_takes() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    forms: list[Any] = [schema, {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}, list[int]]
    with asked(*[said("{}")] * 4) as (runtime, server):
        for form in [*forms, {"type": "json_object"}]:
            runtime.exec("Count.", response_format=form)
        with pytest.raises(TypeError, match="response_format="):
            runtime.exec("Count.", response_format=5)
    first, second, third, fourth = (body["response_format"] for body in server.bodies)
    assert first == second
    assert first["type"] == "json_schema"
    assert first["json_schema"]["schema"]["properties"] == {"n": {"type": "integer"}}
    assert first["json_schema"]["schema"]["additionalProperties"] is False
    assert third["json_schema"]["schema"]["type"] == "object"
    assert fourth == {"type": "json_object"}


class Person(BaseModel):
    age: int
    tags: list[str] = []
    note: str | None = None


@pytest.mark.parametrize(
    ("form", "reply", "text"),
    [
        (int, '{"pick": 3}', "3"),
        (list[int], '\n{ "pick" : [1, 2] }\n', "[1, 2]"),
        (list[int], "[1, 2]", "[1, 2]"),
        (int, '{"pick": 3', '{"pick": 3'),
        (int, '{"pick": 3, "also": 4}', '{"pick": 3, "also": 4}'),
        (Person, '{"age": 3, "tags": null, "note": null}', '{"age": 3, "note": null}'),
        (list[Person], '{"pick": [{"age": 3, "tags": null}]}', '[{"age": 3}]'),
        (Person, '{"age": 3,  "tags": ["a"]}', '{"age": 3,  "tags": ["a"]}'),
        (Person, '{"age": null}', '{"age": null}'),
        ({"type": "json_object"}, '{"pick": null}', '{"pick": null}'),
    ],
)
def test_a_reply_comes_back_in_the_form_that_was_asked_for_and_not_in_the_providers(
    form: Any, reply: str, text: str
) -> None:
    with asked(said(reply)) as (runtime, _):
        assert runtime.exec("Say.", response_format=form) == text


def test_what_a_model_says_in_refusing_is_its_reply_and_the_trace_says_that_it_refused() -> None:
    body = json.loads(said(None).body)
    body["choices"][0]["message"]["refusal"] = "I cannot help with that."
    with asked(Answer(body=json.dumps(body))) as (runtime, _):
        assert runtime.exec("Say.", response_format=int) == "I cannot help with that."
    assert runtime.trace.nodes[0].notes == ["the model refused"]


@pytest.mark.parametrize("name", ["pick", "wait"])
def test_an_option_may_be_named_as_the_object_that_a_constrained_pick_comes_in(name: str) -> None:
    reply = json.dumps({"pick": {"call": name, "args": {"days": 1}}})
    for constrain in (True, "reask"):
        answers = [said(reply)] if constrain is True else [said("Hm."), said(reply)]
        with asked(*answers, constrain=constrain) as (runtime, _):
            options = {name: ("take it", {"days": int}), "leave": "left"}
            assert decision.make("Pick.", options, runtime=runtime) == {"decision": name, "days": 1}


@agentic_function
def refund(order: str, amount: int, reason: str = "") -> dict[str, Any]:
    """Give the money back."""
    return {"order": order, "amount": amount, "reason": reason}


OPTIONS: dict[str, Any] = {"refund": refund, "wait": ("wait a day", {"days": int})}


def test_constrain_sends_a_strict_schema_with_an_object_at_the_root() -> None:
    reply = '{"pick": {"call": "refund", "args": {"order": "A1", "amount": 3, "reason": null}}}'
    with asked(said(reply), constrain=True) as (runtime, server):
        assert decision.make("Pick.", OPTIONS, runtime=runtime) == {"order": "A1", "amount": 3, "reason": ""}
    sent = server.bodies[0]["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["type"] == "object"
    assert "anyOf" not in sent["schema"]
    branches = sent["schema"]["properties"]["pick"]["anyOf"]
    assert [branch["properties"]["call"]["enum"] for branch in branches] == [["refund"], ["wait"]]
    assert branches[0]["properties"]["args"]["required"] == ["order", "amount", "reason"]


def test_constrain_falls_back_to_the_plain_schema_where_strict_mode_has_none() -> None:
    with asked(said('{"call": "note", "args": {"facts": {"a": 1}}}'), constrain=True) as (runtime, server):
        answer = decision.make("Pick.", {"note": ("note it", {"facts": {}})}, runtime=runtime)
    assert answer == {"decision": "note", "facts": {"a": 1}}
    sent = server.bodies[0]["response_format"]["json_schema"]
    assert not sent.get("strict")
    assert sent["schema"]["type"] == "object"


def test_a_free_first_answer_with_a_constrained_re_ask_is_a_mode_of_its_own() -> None:
    with asked(said("I would wait."), said('{"pick": {"call": "wait", "args": {"days": 1}}}'), constrain="reask") as (
        runtime,
        server,
    ):
        assert decision.make("Pick.", OPTIONS, runtime=runtime) == {"decision": "wait", "days": 1}
    assert ["response_format" in body for body in server.bodies] == [False, True]
    assert [node.status for node in runtime.trace] == ["rejected", "ok"]


def test_429_is_sent_again_after_what_the_server_asks_for_and_the_hook_hears_of_it() -> None:
    heard: list[Any] = []
    with asked(failed(429, "slow down", Retry_After="0"), said("ok")) as (runtime, server):
        assert runtime.exec("Hi.", on_retry=lambda number, error: heard.append((number, error))) == "ok"
    assert [number for number, _ in heard] == [1]
    assert heard[0][1].reason == "transport"
    assert heard[0][1].retry_after == 0
    assert server.bodies[0] == server.bodies[1]
    assert len(runtime.trace) == 1
    assert "slow down" in runtime.trace.nodes[0].notes[0]


@pytest.mark.parametrize(("form", "seconds"), [("seconds", 7), ("date", 3600)])
def test_retry_after_is_read_as_seconds_and_as_a_date(form: str, seconds: int) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)
    answer = failed(429, "slow down", Retry_After=str(seconds) if form == "seconds" else date)
    with asked(answer, max_retries=0) as (runtime, _), pytest.raises(LLMError) as caught:
        runtime.exec("Hi.")
    assert caught.value.retry_after is not None
    assert seconds - (120 if form == "date" else 0) <= caught.value.retry_after <= seconds


@pytest.mark.parametrize("header", ["soon", "-5", "", "Mon, 01 Jan 2001 00:00:00 GMT"])
def test_a_retry_after_that_says_nothing_of_use_is_no_reason_to_wait(header: str) -> None:
    with asked(failed(429, "slow down", Retry_After=header), said("ok")) as (runtime, _):
        assert runtime.exec("Hi.", timeout_s=20) == "ok"


def test_a_server_that_asks_for_more_time_than_there_is_is_not_waited_for() -> None:
    answers = [failed(429, "slow down", Retry_After="30"), failed(503, "closed", Retry_After="86400")]
    with asked(*answers) as (runtime, server):
        with pytest.raises(LLMError, match="slow down") as caught:
            runtime.exec("Hi.", timeout_s=20)
        assert caught.value.retry_after == 30
        with pytest.raises(LLMError, match="closed"):
            runtime.exec("Hi.")
    assert len(server.requests) == 2


NO_CHOICE = Answer(body=json.dumps({**json.loads(said("").body), "choices": []}))


@pytest.mark.parametrize(
    "bad", [failed(500), failed(503), failed(529), Answer(drop=True), Answer(body='{"choices": ['), NO_CHOICE]
)
def test_a_broken_transport_is_sent_again_and_gives_up_in_the_end(bad: Answer) -> None:
    with asked(bad, bad, said("ok")) as (runtime, server):
        assert runtime.exec("Hi.") == "ok"
        assert len(server.requests) == 3
    with asked(bad, bad, max_retries=1) as (runtime, server):
        with pytest.raises(LLMError) as caught:
            runtime.exec("Hi.")
        assert len(server.requests) == 2
    assert caught.value.reason == "transport"
    assert runtime.trace.nodes[0].status == "error"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_request_that_is_refused_is_not_sent_again(status: int) -> None:
    with asked(failed(status, "not like this"), said("ok")) as (runtime, server):
        with pytest.raises(LLMError, match="not like this") as caught:
            runtime.exec("Hi.")
        assert len(server.requests) == 1
    assert caught.value.reason == "request"


def test_the_key_is_never_in_the_trace_nor_in_an_error() -> None:
    echo = failed(401, f"Incorrect API key provided: {KEY}")
    with asked(failed(500, f"key {KEY} again"), echo) as (runtime, _), pytest.raises(LLMError) as caught:
        runtime.exec("Hi.")
    assert "<key>" in str(caught.value)
    kept = json.dumps([node.as_dict() for node in runtime.trace])
    assert "<key>" in kept
    assert KEY not in kept + str(caught.value)
    assert KEY not in repr(runtime.backend)


def test_a_hang_gives_control_back_at_the_deadline_of_the_whole_call() -> None:
    release = threading.Event()
    with asked(failed(500), said("late", before=lambda: release.wait(10))) as (runtime, server):
        try:
            with pytest.raises(LLMError, match="did not finish within") as caught:
                runtime.exec("Hi.", timeout_s=1.0)
        finally:
            release.set()
    assert caught.value.reason == "timeout"
    assert len(server.requests) == 2


def test_a_reply_that_the_length_limit_cut_is_asked_about() -> None:
    with (
        asked(said('{"call": "wait", "args": {"days": 1', finish="length"), said('{"call": "wait"}')) as (
            runtime,
            server,
        ),
        pytest.raises(DecisionError) as caught,
    ):
        decision.make("Pick.", OPTIONS, runtime=runtime)
    assert caught.value.kinds == ("truncated", "missing_required")
    assert len(server.requests) == 2


def hanging(stop: Callable[[Runtime], None]) -> tuple[Runtime, ProviderServer]:
    """Effect: let `stop` stop a call that the server has received and does not answer."""
    arrived, release = threading.Event(), threading.Event()

    def wait() -> None:
        arrived.set()
        release.wait(10)

    with asked(said("late", before=wait), said("next")) as (runtime, server):

        def stopper() -> None:
            assert arrived.wait(10)
            stop(runtime)

        thread = threading.Thread(target=stopper)
        thread.start()
        try:
            with pytest.raises(LLMError) as caught:
                runtime.exec("Hi.")
        finally:
            release.set()
            thread.join(10)
        assert caught.value.reason == "cancelled"
        if not runtime.closed:
            assert runtime.exec("Hi again.") == "next"
    return runtime, server


def test_a_call_can_be_cancelled_from_another_thread() -> None:
    runtime, server = hanging(lambda runtime: runtime.cancel())
    assert [node.status for node in runtime.trace] == ["error", "ok"]
    assert len(server.requests) == 2
    hanging(lambda runtime: runtime.close())


async def test_async_calls_run_at_once_and_can_be_cancelled() -> None:
    both = threading.Barrier(2)
    with asked(said("a", before=lambda: both.wait(10)), said("b", before=lambda: both.wait(10))) as (runtime, _):
        assert sorted(await asyncio.gather(runtime.aexec("1"), runtime.aexec("2"))) == ["a", "b"]
    arrived, release = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def wait() -> None:
        loop.call_soon_threadsafe(arrived.set)
        release.wait(10)

    with asked(said("late", before=wait), said("late", before=wait), said("late", before=wait)) as (runtime, _):
        try:
            task = asyncio.create_task(runtime.aexec("Hi."))
            await arrived.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            arrived.clear()
            task = asyncio.create_task(runtime.aexec("Hi."))
            await arrived.wait()
            threading.Thread(target=runtime.cancel).start()
            with pytest.raises(LLMError) as caught:
                await task
            assert caught.value.reason == "cancelled"
            with pytest.raises(LLMError) as caught:
                await runtime.aexec("Hi.", timeout_s=0.2)
            assert caught.value.reason == "timeout"
        finally:
            release.set()


async def test_sync_calls_work_inside_a_running_loop() -> None:
    with asked(said("ok"), said("ok")) as (runtime, _):
        assert runtime.exec("Hi.") == "ok"
        assert await runtime.aexec("Hi.") == "ok"


def test_several_threads_share_one_runtime() -> None:
    with asked(*[said("ok")] * 16) as (runtime, server):
        threads = [threading.Thread(target=runtime.exec, args=(f"Hi {number}.",)) for number in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
    assert {body["messages"][0]["content"] for body in server.bodies} == {f"Hi {number}." for number in range(16)}
    assert [node.output for node in runtime.trace] == ["ok"] * 16


def test_a_forked_process_makes_a_client_of_its_own() -> None:
    with asked(said("parent"), said("child"), said("parent again")) as (runtime, _):
        assert runtime.exec("1") == "parent"
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = 0 if runtime.exec("2") == "child" else 2
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
        assert runtime.exec("3") == "parent again"
