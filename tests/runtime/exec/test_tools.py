"""Tools of a turn (metadata spec, sections 2 and 4; defects T4, T8 to T10)."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from op_runtime import LLMError, Runtime, agent, agentic_function, llm
from op_runtime.context import current_runtime
from op_runtime.exec import Reply, Request, ToolCall
from op_runtime.testing import ScriptedRuntime


def calls(name: str, **arguments: Any) -> Reply:
    return Reply("", (ToolCall(name, arguments, "c1"),))


def result(runtime: ScriptedRuntime, index: int = 1) -> str:
    """The last tool result that the model was shown in its call number `index`."""
    message = runtime.requests[index].messages[-1]
    assert message["role"] == "tool"
    return str(message["content"])


@agentic_function(input={"q": {"description": "words"}, "sid": {"hidden": True}})
def search(q: str, limit: int = 3, sid: str = "none", runtime: Any = None) -> Any:
    """Search the archive."""
    return {"q": q, "limit": limit, "sid": sid, "own": runtime is current_runtime()}


def test_a_tool_is_run_and_its_result_is_shown() -> None:
    runtime = ScriptedRuntime([calls("search", q="tides"), "done"])
    assert runtime.exec("Work.", tools=[search]) == "done"
    assert runtime.requests[0].tools == (search.spec,)
    assert json.loads(result(runtime)) == {"q": "tides", "limit": 3, "sid": "none", "own": True}
    assert runtime.requests[1].messages[1] == {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "c1", "name": "search", "arguments": {"q": "tides"}}],
    }
    assert [node.role for node in runtime.trace] == ["model", "function", "model"]


def test_t8_what_a_model_says_for_hidden_injected_or_unknown_parameters_is_dropped() -> None:
    runtime = ScriptedRuntime([calls("search", q="x", sid="EVIL", runtime="EVIL", zq=1), "done"])
    runtime.exec("Work.", tools=[search], context={"sid": "real"})
    assert json.loads(result(runtime)) == {"q": "x", "limit": 3, "sid": "real", "own": True}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (calls("serch", q="x"), ["error", "'serch'", "did you mean 'search'"]),
        (calls("search"), ["error", "q", "required"]),
        (calls("search", q=5), ["error", "q"]),
        (calls("search", q="x", limt=2), ["error", "limit", "limt"]),
        (calls("search", q="<str>"), ["error", "q"]),
        (Reply("", (ToolCall("search", "{broken", "c1"),)), ["error", "search", "JSON object"]),
        (Reply("", (ToolCall("search", [1], "c1"),)), ["error", "JSON object"]),
        (calls("search", q="x", limit=True), ["error", "limit"]),
    ],
)
def test_a_wrong_call_is_an_error_result_that_the_model_sees(call: Reply, words: list[str]) -> None:
    runtime = ScriptedRuntime([call, "done"])
    assert runtime.exec("Work.", tools=[search]) == "done"
    for word in words:
        assert word in result(runtime)


def test_an_exception_in_a_tool_is_an_error_result() -> None:
    @agentic_function
    def fail() -> None:
        """Fail."""
        raise KeyError("nothing there")

    runtime = ScriptedRuntime([calls("fail"), "done"])
    assert runtime.exec("Work.", tools=[fail]) == "done"
    assert result(runtime) == "error: KeyError: 'nothing there'"
    assert [node.status for node in runtime.trace] == ["ok", "error", "ok"]


def test_a_tool_that_times_out_is_an_error_result() -> None:
    import threading

    release = threading.Event()

    @agentic_function(timeout=0.02)
    def hang() -> None:
        """Hang."""
        release.wait(10)

    runtime = ScriptedRuntime([calls("hang"), "done"])
    assert runtime.exec("Work.", tools=[hang]) == "done"
    release.set()
    assert "hang did not finish within 0.02 seconds" in result(runtime)


def test_an_interrupt_is_no_error_result() -> None:
    @agentic_function
    def stop() -> None:
        """Stop."""
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ScriptedRuntime([calls("stop"), "done"]).exec("Work.", tools=[stop])


def test_specs_with_execute_as_a_dict_and_as_an_object() -> None:
    class Weather:
        def __init__(self) -> None:
            self.spec = {"name": "weather", "description": "Tell the weather.", "parameters": {"type": "object"}}

        def execute(self, place: str) -> str:
            return "rain in " + place

    add = {"spec": {"name": "add"}, "execute": lambda arguments: arguments["a"] + arguments["b"]}
    runtime = ScriptedRuntime([calls("weather", place="Ely"), calls("add", a=1, b=2), "done"])
    assert runtime.exec("Work.", tools=[Weather(), add]) == "done"
    assert result(runtime, 1) == "rain in Ely"
    assert result(runtime, 2) == "3"
    assert [node.role for node in runtime.trace] == ["model", "tool", "model", "tool", "model"]
    assert runtime.requests[0].tools[1] == {"name": "add", "parameters": {"type": "object", "properties": {}}}


@pytest.mark.parametrize("item", [len, lambda q: q, "search", 5, {"spec": {}}, {"spec": {"name": "x"}}])
def test_anything_else_is_a_type_error_that_names_the_item_and_says_what_to_do(item: Any) -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises(TypeError, match=r"tools\[1\]: .*@agentic_function"):
        runtime.exec("Work.", tools=[search, item])
    assert runtime.requests == []


def test_wrong_sets_of_tools_are_refused_before_any_model_call() -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises(ValueError, match="two tools are named 'search'"):
        runtime.exec("Work.", tools=[search, search])
    with pytest.raises(TypeError, match="must be a list"):
        runtime.exec("Work.", tools="search")
    with pytest.raises(ValueError, match=r"tools= and toolset="):
        runtime.exec("Work.", tools=[search], toolset="web")
    with pytest.raises(ValueError, match="toolset 'web'"):
        runtime.exec("Work.", toolset="web")

    @agentic_function(input={"key": {"hidden": True}})
    def secret(key: str) -> str:
        """Use a key."""
        return key

    with pytest.raises(TypeError, match="secret needs the hidden key"):
        runtime.exec("Work.", tools=[secret])
    assert runtime.requests == []


def test_t4_var_parameters_and_self_are_in_no_spec() -> None:
    class Desk:
        @agentic_function
        def find(self, q: str, *more: str, **rest: Any) -> str:
            """Find."""
            return "found " + q

    runtime = ScriptedRuntime([calls("find", q="x"), "done"])
    runtime.exec("Work.", tools=[Desk().find])
    assert list(runtime.requests[0].tools[0]["parameters"]["properties"]) == ["q"]
    assert result(runtime) == "found x"


def test_t9_the_overrides_are_what_the_model_is_shown() -> None:
    @agentic_function(name="brush", description="Brush it.")
    def inner(colour: str) -> str:
        """Paint it."""
        return colour

    runtime = ScriptedRuntime([calls("brush", colour="red"), "done"])
    runtime.exec("Work.", tools=[inner])
    assert runtime.requests[0].tools[0]["name"] == "brush"
    assert runtime.requests[0].tools[0]["description"] == "Brush it."
    assert result(runtime) == "red"


def test_t10_agent_takes_tool_names() -> None:
    @agentic_function
    def read(path: str) -> str:
        """Read."""
        return "text of " + path

    runtime = ScriptedRuntime([calls("read", path="a"), "done"])
    assert agent("Work.", tools=["read"], runtime=runtime) == "done"
    assert result(runtime) == "text of a"


def registered() -> None:
    @agentic_function(toolset=("web", "default"))
    def browse(url: str) -> str:
        """Browse."""
        return url

    @agentic_function(unsafe_in="mail", toolset="files")
    def write(path: str) -> str:
        """Write."""
        return path

    @agentic_function(input={"key": {"hidden": True}})
    def needs(key: str) -> str:
        """Need a key."""
        return key


@pytest.mark.parametrize(
    ("options", "channel", "names"),
    [
        ({}, None, ["browse", "write"]),
        ({"context": {"key": "k"}}, None, ["browse", "write", "needs"]),
        ({}, "mail", ["browse"]),
        ({"tools": []}, None, []),
        ({"tools": ()}, None, []),
        ({"tools": iter(())}, None, []),
        ({"toolset": "none"}, None, []),
        ({"toolset": []}, None, []),
        ({"toolset": ()}, None, []),
        ({"toolset": set()}, None, []),
        ({"toolset": ["none"]}, None, []),
        ({"toolset": ("none",)}, None, []),
        ({"toolset": ["none", "none"]}, None, []),
        ({"tools": None, "toolset": None}, None, ["browse", "write"]),
        ({"tools": [search]}, None, ["search"]),
        ({"tools": (search,), "toolset": None}, "mail", ["search"]),
        ({"toolset": ("web",)}, "mail", ["browse"]),
        ({"toolset": "files"}, "mail", []),
        ({"toolset": "web"}, None, ["browse"]),
        ({"toolset": ["web", "files"]}, None, ["browse", "write"]),
        ({"toolset": "default"}, None, ["browse"]),
    ],
)
def test_which_tools_are_sent(options: dict[str, Any], channel: str | None, names: list[str]) -> None:
    registered()
    runtime = ScriptedRuntime(["x"], channel=channel)
    runtime.exec("Work.", **options)
    assert [tool["name"] for tool in runtime.requests[0].tools] == names


@pytest.mark.parametrize("tools", [[], (), [search]])
@pytest.mark.parametrize("toolset", ["none", [], (), ["none"], "web"])
def test_tools_and_a_toolset_together_are_refused_whatever_they_say(tools: Any, toolset: Any) -> None:
    registered()
    runtime = ScriptedRuntime(["never sent"])
    with pytest.raises(ValueError, match="keep one"):
        runtime.exec("Work.", tools=tools, toolset=toolset)
    assert runtime.requests == []


def test_a_turn_inside_a_tool_that_wants_no_tools_gets_none() -> None:
    @agentic_function
    def inner(runtime: Any = None) -> Any:
        """Ask inside."""
        return [runtime.exec("Inner.", **options) for options in ({"tools": []}, {"toolset": []}, {"toolset": "none"})]

    runtime = ScriptedRuntime([calls("inner"), "1", "2", "3", "done"])
    runtime.exec("Work.", tools=[inner])
    assert [len(request.tools) for request in runtime.requests] == [1, 0, 0, 0, 1]


def test_default_is_every_tool_where_no_tool_claims_it() -> None:
    @agentic_function(toolset="web")
    def browse(url: str) -> str:
        """Browse."""
        return url

    runtime = ScriptedRuntime(["x", "x"])
    runtime.exec("Work.", toolset="default")
    llm("Work.", runtime=runtime)
    assert [len(request.tools) for request in runtime.requests] == [1, 0]


def test_a_turn_inside_a_tool_inherits_the_tools() -> None:
    @agentic_function
    def inner(runtime: Any = None) -> Any:
        """Ask inside."""
        return runtime.exec("Inner.")

    @agentic_function
    def other() -> None:
        """Stay out of it."""

    runtime = ScriptedRuntime([calls("inner"), "inside", "done", "after"])
    assert runtime.exec("Work.", tools=[inner]) == "done"
    runtime.exec("After.")
    names = [[tool["name"] for tool in request.tools] for request in runtime.requests]
    assert names == [["inner"], ["inner"], ["inner"], ["inner", "other"]]


def test_approval_before_the_tool_runs() -> None:
    ran = []

    @agentic_function(requires_approval=lambda arguments: arguments["sum_"] > 10)
    def pay(sum_: int) -> str:
        """Pay."""
        ran.append(sum_)
        return "paid"

    def run(sum_: int, **options: Any) -> str:
        runtime = ScriptedRuntime([calls("pay", sum_=sum_), "done"], **options)
        runtime.exec("Work.", tools=[pay])
        return result(runtime)

    assert run(5) == "paid"
    assert "nobody to ask" in run(50)
    assert "refused" in run(50, on_approval=lambda name, arguments: False)
    assert run(60, on_approval=lambda name, arguments: (name, arguments) == ("pay", {"sum_": 60})) == "paid"
    assert ran == [5, 60]


def test_an_approval_that_fails_does_not_let_the_tool_run() -> None:
    @agentic_function(requires_approval=lambda arguments: arguments["nothing"])
    def pay() -> str:
        """Pay."""
        raise AssertionError("ran")

    runtime = ScriptedRuntime([calls("pay"), "done"])
    runtime.exec("Work.", tools=[pay])
    assert result(runtime).startswith("error: KeyError")


def test_deferred_tools_are_shown_by_name_and_summary_until_the_model_asks() -> None:
    @agentic_function(defer=True, input={"colour": {"description": "paint"}})
    def paint(colour: str) -> str:
        """Paint a wall."""
        return "painted " + colour

    script = [calls("tool_search", names=["paint", "pant"]), calls("paint", colour="red"), "done"]
    runtime = ScriptedRuntime(script)
    assert runtime.exec("Work.", tools=[search, paint]) == "done"
    first, second, _ = runtime.requests
    assert [tool["name"] for tool in first.tools] == ["search", "tool_search"]
    assert "paint: Paint a wall." in first.tools[1]["description"]
    assert "colour" not in json.dumps(first.tools)
    assert [tool["name"] for tool in second.tools] == ["search", "paint"]
    assert "paint" in result(runtime, 1)
    assert "did you mean 'paint'" in result(runtime, 1)
    assert result(runtime, 2) == "painted red"


async def test_async_tools_are_awaited() -> None:
    @agentic_function
    async def now() -> str:
        """Tell the time."""
        await asyncio.sleep(0)
        return "12:00"

    runtime = ScriptedRuntime([calls("now"), "done"])
    assert await runtime.aexec("Work.", tools=[now]) == "done"
    assert result(runtime) == "12:00"


def test_async_tools_are_run_by_exec_too() -> None:
    @agentic_function
    async def now() -> str:
        """Tell the time."""
        return "12:00"

    runtime = ScriptedRuntime([calls("now"), "done"])
    assert runtime.exec("Work.", tools=[now]) == "done"
    assert result(runtime) == "12:00"


def test_a_model_that_never_stops_is_stopped() -> None:
    runtime = ScriptedRuntime([calls("search", q="x")] * 60)
    with pytest.raises(LLMError, match="still calls tools after 3") as caught:
        runtime.exec("Work.", tools=[search], max_iterations=3)
    assert caught.value.reason == "max_iterations"
    runtime = ScriptedRuntime([calls("search", q="x")] * 60)
    with pytest.raises(LLMError, match="after 50"):
        runtime.exec("Work.", tools=[search], max_iterations=1000)


def test_a_callable_with_a_tools_parameter_is_given_them_and_another_one_is_noted() -> None:
    seen = []

    def takes(messages: Any, tools: Any) -> Any:
        seen.append(tools)
        return "x"

    Runtime(takes).exec("Work.", tools=[search])
    assert seen == [[search.spec]]
    runtime = Runtime(lambda messages: "x")
    runtime.exec("Work.", tools=[search])
    assert runtime.trace.nodes[0].notes == ["the model takes no tools: none were sent"]


def test_a_model_may_answer_with_any_object_that_has_text_and_tool_calls() -> None:
    class Answer:
        def __init__(self, text: str | None, tool_calls: Any = None) -> None:
            self.text = text
            self.tool_calls = tool_calls

    openai = {"id": "c7", "type": "function", "function": {"name": "search", "arguments": '{"q": "x"}'}}
    answers = [Answer(None, [openai]), Answer("done")]

    class Model:
        def call(self, request: Request) -> Any:
            requests.append(request)
            return answers[len(requests) - 1]

    requests: list[Request] = []
    assert Runtime(Model()).exec("Work.", tools=[search]) == "done"
    assert requests[1].messages[-1]["tool_call_id"] == "c7"


def test_a_generator_as_a_tool_is_run_to_its_end() -> None:
    @agentic_function
    def lines() -> Any:
        """Give lines."""
        yield "a"
        yield "b"

    @agentic_function
    async def more_lines() -> Any:
        """Give lines."""
        yield "c"

    script = [calls("lines"), calls("more_lines"), "done"]
    runtime = ScriptedRuntime(script)
    runtime.exec("Work.", tools=[lines, more_lines])
    assert (result(runtime, 1), result(runtime, 2)) == ('["a", "b"]', '["c"]')
    runtime = ScriptedRuntime(script)
    assert asyncio.run(runtime.aexec("Work.", tools=[lines, more_lines])) == "done"
    assert (result(runtime, 1), result(runtime, 2)) == ('["a", "b"]', '["c"]')


def test_tool_calls_where_none_were_offered_are_not_run() -> None:
    runtime = ScriptedRuntime([Reply("text", (ToolCall("search", {"q": "x"}),))])
    assert runtime.exec("Work.", tools=[]) == "text"


def test_results_never_show_addresses_or_unawaited_coroutines() -> None:
    class Thing:
        pass

    @agentic_function
    def thing() -> Any:
        """Give a thing."""
        return [Thing(), len, (number for number in "ab")]

    runtime = ScriptedRuntime([calls("thing"), "done"])
    runtime.exec("Work.", tools=[thing])
    assert " at 0x" not in result(runtime)


@pytest.mark.parametrize("name", [{}, ["paint"], 1, None])
def test_a_search_for_what_is_no_name_is_an_error_result(name: object) -> None:
    @agentic_function(defer=True, as_tool=False)
    def paint(colour: str) -> str:
        """Paint it."""
        return colour

    runtime = ScriptedRuntime([calls("tool_search", names=[name]), "done"])
    assert runtime.exec("Work.", tools=[paint]) == "done"
    assert result(runtime) == f"error: there is no tool {name!r}"
    assert [tool["name"] for tool in runtime.requests[1].tools] == ["tool_search"]
