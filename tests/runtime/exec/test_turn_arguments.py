"""Wrong arguments of a runtime or a turn: an error that says what and what to do, before anything is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from op_runtime import LLMError, Runtime, agentic_function
from op_runtime.exec import Request
from op_runtime.testing import ScriptedRuntime
from op_runtime.trace import MemoryStore


@agentic_function(as_tool=False)
def look() -> str:
    """Look."""
    return "seen"


def answer(messages: Any) -> str:
    return "x"


NAN, INFINITY = float("nan"), float("inf")

RUNTIME: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"store": 5}, TypeError, "store= is the path of an SQLite file, or an object"),
    ({"store": MemoryStore}, TypeError, "is a class: make an object of it"),
    ({"store": []}, TypeError, "is without add, update, nodes"),
    ({"store": ""}, ValueError, "store= is empty"),
    ({"store": True}, TypeError, "store="),
    ({"system": 5}, TypeError, "system= is the system prompt as text, not 5"),
    ({"system": ["x"]}, TypeError, "system="),
    ({"max_retries": -1}, ValueError, "max_retries must be 0 or more"),
    ({"max_retries": True}, TypeError, "max_retries must be an int"),
    ({"max_retries": 1.5}, TypeError, "max_retries"),
    ({"max_retries": "2"}, TypeError, "max_retries"),
    ({"constrain": 1}, TypeError, 'constrain= is True, False or "reask", not 1'),
    ({"constrain": "always"}, TypeError, "constrain="),
    ({"constrain": None}, TypeError, "constrain="),
    ({"constrain": []}, TypeError, "constrain="),
    ({"on_approval": True}, TypeError, "on_approval= is something to call as on_approval(name, arguments)"),
    ({"channel": 5}, TypeError, "channel= is a name as text, not 5"),
    ({"channel": " "}, ValueError, "channel= is empty"),
    ({"backoff": -1}, ValueError, "backoff= is a number of seconds of 0 or more"),
    ({"backoff": NAN}, ValueError, "backoff="),
    ({"backoff": INFINITY}, ValueError, "backoff="),
    ({"backoff": "1"}, TypeError, "backoff="),
    ({"backoff": True}, TypeError, "backoff="),
    ({"model": 5}, TypeError, "model= is the model's name as text"),
]


@pytest.mark.parametrize(("options", "error", "words"), RUNTIME)
def test_a_runtime_with_a_wrong_argument_is_not_made(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        Runtime(answer, **options)
    assert words in str(caught.value)


EXEC: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"max_iterations": 0}, ValueError, "max_iterations= must be at least 1, not 0"),
    ({"max_iterations": -3}, ValueError, "max_iterations="),
    ({"max_iterations": True}, TypeError, "max_iterations="),
    ({"max_iterations": 2.0}, TypeError, "max_iterations="),
    ({"max_iterations": None}, TypeError, "max_iterations="),
    ({"parallel_tool_calls": 1}, TypeError, "parallel_tool_calls= is True, False or None, not 1"),
    ({"model": 5}, TypeError, "model= is a name as text, not 5"),
    ({"model": ""}, ValueError, "model= is empty"),
    ({"name": None}, TypeError, "name= is a name as text"),
    ({"name": ""}, ValueError, "name= is empty"),
    ({"timeout_s": "3"}, TypeError, "timeout_s must be a number of seconds"),
    ({"timeout_s": True}, TypeError, "timeout_s"),
    ({"timeout_s": NAN}, ValueError, "timeout_s must be a number of seconds, not nan"),
    ({"on_retry": 5}, TypeError, "on_retry= is something to call as on_retry(number, error)"),
    ({"context": [1]}, TypeError, "context must be a dict"),
    ({"context": "x"}, TypeError, "context must be a dict"),
    ({"tools": "look"}, TypeError, "tools must be a list"),
    ({"tools": {"spec": {}}}, TypeError, "tools must be a list"),
    ({"tools": 5}, TypeError, "tools must be a list"),
    ({"tools": None, "toolset": 5}, TypeError, "toolset must be the name of a toolset"),
    ({"tools": None, "toolset": [1]}, TypeError, "toolset must be"),
    ({"tools": None, "toolset": ""}, ValueError, "toolset ''"),
    ({"tools": None, "toolset": ["none", "web"]}, ValueError, "\"none\" beside 'web'"),
    ({"tool_choice": "always"}, ValueError, "tool_choice= names 'always'; the tools are look"),
    ({"tool_choice": "lok"}, ValueError, "did you mean 'look'?"),
    ({"tool_choice": "requird"}, ValueError, "did you mean 'required'?"),
    ({"tool_choice": None}, TypeError, "tool_choice="),
    ({"tool_choice": 5}, TypeError, "tool_choice="),
    ({"tool_choice": {"type": "function"}}, TypeError, "tool_choice="),
    ({"tool_choice": {"type": "function", "function": {"name": "gone"}}}, ValueError, "names 'gone'"),
    ({"tools": [], "tool_choice": "required"}, ValueError, "no tools are sent"),
    ({"tools": [], "tool_choice": "look"}, ValueError, "no tools are sent"),
    ({"response_format": 5}, TypeError, "response_format= is a JSON Schema, a type, or"),
    ({"response_format": "json"}, TypeError, "response_format="),
    ({"response_format": {}}, TypeError, "response_format="),
    ({"response_format": {"type": "json_schema"}}, TypeError, '"json_schema" needs'),
    ({"response_format": {"type": "jsonobject"}}, TypeError, "response_format.type is 'jsonobject'"),
    ({"response_format": {"type": "object", "properties": {"a": "str"}}}, TypeError, "response_format.properties.a"),
    ({"response_format": {"type": "object"}, "choices": ["a"]}, ValueError, "keep one"),
    ({"choices": []}, ValueError, "option"),
    ({"choices": "ab"}, TypeError, ""),
]


@pytest.mark.parametrize(("options", "error", "words"), EXEC)
async def test_a_wrong_argument_of_a_turn_is_refused_before_any_call(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    runtime = ScriptedRuntime(["never sent", "never sent"])
    with pytest.raises(error) as caught:
        runtime.exec("Work.", **{"tools": [look], **options})
    assert words in str(caught.value)
    with pytest.raises(error) as caught:
        await runtime.aexec("Work.", **{"tools": [look], **options})  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert runtime.requests == []
    assert runtime.trace.nodes == []


async def test_an_argument_that_does_not_exist_is_named() -> None:
    runtime = ScriptedRuntime(["never sent"])
    with pytest.raises(TypeError, match="'tool'"):
        runtime.exec("Work.", tool=[look])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"Runtime\.aexec\(\) .*'tool'; did you mean 'tools'\?"):
        await runtime.aexec("Work.", tool=[look])  # type: ignore[call-arg]
    assert runtime.requests == []


GOOD: list[dict[str, Any]] = [
    {"max_iterations": 1},
    {"max_iterations": 51},
    {"timeout_s": INFINITY},
    {"timeout_s": 1e15},
    {"timeout_s": 30},
    {"tool_choice": "required"},
    {"tool_choice": "look"},
    {"tool_choice": {"type": "function", "function": {"name": "look"}}},
    {"tool_choice": {"type": "tool", "name": "look"}},
    {"parallel_tool_calls": False},
    {"response_format": {"type": "object", "properties": {"a": {"type": "string"}}}},
    {"response_format": {"type": "json_object"}},
    {"response_format": {"type": "json_schema", "json_schema": {"schema": {"type": "object"}}}},
    {"response_format": list[int]},
    {"response_format": int | None},
    {"model": "other", "name": "look around", "context": {}},
]


@pytest.mark.parametrize("options", GOOD)
async def test_right_arguments_are_sent(options: dict[str, Any]) -> None:
    runtime = ScriptedRuntime(["x", "y"])
    assert runtime.exec("Work.", **{"tools": [look], **options}) == "x"
    assert await runtime.aexec("Work.", **{"tools": [look], **options}) == "y"  # type: ignore[arg-type]


@pytest.mark.parametrize("left", [0, -1, -0.5, float("-inf")])
async def test_a_deadline_of_the_callers_own_that_has_passed_is_a_timeout(left: float) -> None:
    runtime = ScriptedRuntime(["never sent"])
    with pytest.raises(LLMError) as caught:
        runtime.exec("Work.", timeout_s=left)
    assert caught.value.reason == "timeout"
    with pytest.raises(LLMError) as caught:
        await runtime.aexec("Work.", timeout_s=left)
    assert caught.value.reason == "timeout"
    assert runtime.requests == []


def test_a_store_and_a_model_of_ones_own_are_taken(tmp_path: Path) -> None:
    class Model:
        def call(self, request: Request) -> str:
            return "x"

    for store in (None, tmp_path / "a.db", str(tmp_path / "b.db"), MemoryStore()):
        runtime = Runtime(Model(), store=store, channel="mail", system="", backoff=0)
        assert runtime.exec("Hi.", tools=[]) == "x"
        assert len(runtime.trace) == 1


def test_a_demanded_tool_is_shown_in_full_though_it_was_deferred() -> None:
    @agentic_function(defer=True, as_tool=False)
    def paint(colour: str) -> str:
        """Paint."""
        return colour

    runtime = ScriptedRuntime(["x"])
    runtime.exec("Work.", tools=[look, paint], tool_choice="paint")
    assert [tool["name"] for tool in runtime.requests[0].tools] == ["look", "paint"]
