"""llm, agent and goal: what a runtime is asked, and when."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fake_model import FakeRuntime
from inline_snapshot import snapshot
from op_runtime import registry
from op_runtime.context import use_runtime
from op_runtime.control_flow import agent, goal, judge_prompt, llm

BLOCKS = [{"type": "text", "text": "Hello"}]


@pytest.fixture
def read_tool() -> Iterator[object]:
    tool = object()
    with registry.isolated():
        registry.register("read_file", tool)
        yield tool


def test_llm_is_one_request_without_tools() -> None:
    model = FakeRuntime(["Hi"])
    assert llm("Say hi.", runtime=model) == "Hi"
    assert model.prompts == ["Say hi."]
    assert model.options == [{"tools": [], "name": "llm"}]


def test_llm_takes_content_blocks_and_options_of_exec() -> None:
    model = FakeRuntime(["Hi"])
    llm(BLOCKS, runtime=model, choices={"a": 1})
    assert model.prompts == [BLOCKS]
    assert model.options == [{"tools": [], "name": "llm", "choices": {"a": 1}}]


@pytest.mark.parametrize("option", [{"tools": ["read_file"]}, {"tools": []}, {"toolset": "files"}])
def test_llm_refuses_tools(option: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"use agent\(prompt, tools="):
        llm("Say hi.", runtime=FakeRuntime([]), **option)


def test_agent_leaves_the_tools_to_the_runtime() -> None:
    model = FakeRuntime(["Done"])
    assert agent("Find it.", runtime=model) == "Done"
    assert model.options == [{"tools": None, "name": "agent"}]


def test_agent_looks_names_up(read_tool: object) -> None:
    other = object()
    model = FakeRuntime(["Done"])
    agent("Find it.", tools=["read_file", other], runtime=model)
    assert model.options == [{"tools": [read_tool, other], "name": "agent"}]


def test_agent_without_tools_has_none() -> None:
    model = FakeRuntime(["Done"])
    agent("Find it.", tools=(), runtime=model, max_turns=3)
    assert model.options == [{"tools": [], "name": "agent", "max_turns": 3}]


def test_an_unknown_tool_is_an_error_before_the_model_is_asked(read_tool: object) -> None:
    model = FakeRuntime([])
    with pytest.raises(LookupError, match=r"no tool is registered as 'read_fil'.*'read_file'"):
        agent("Find it.", tools=["read_fil"], runtime=model)
    assert model.prompts == []


@pytest.mark.parametrize(
    ("tools", "words"),
    [
        ("read_file", "write tools=['read_file']"),
        (len, "write tools=[len]"),
        ({"spec": {}, "execute": len}, "tools must be a list, not dict"),
        (3, "tools must be a list, not int"),
    ],
)
def test_tools_that_are_no_list_are_refused(tools: Any, words: str) -> None:
    with pytest.raises(TypeError) as caught:
        agent("Find it.", tools=tools, runtime=FakeRuntime([]))
    assert words in str(caught.value)


@pytest.mark.parametrize("call", [llm, agent, lambda prompt, **options: goal(prompt, "ok", **options)])
@pytest.mark.parametrize(
    ("prompt", "error"), [("", ValueError), (" \n", ValueError), (None, TypeError), (3, TypeError)]
)
def test_a_prompt_that_says_nothing_is_refused(
    call: Callable[..., object], prompt: object, error: type[Exception]
) -> None:
    with pytest.raises(error, match="prompt"):
        call(prompt, runtime=FakeRuntime([]))


def test_the_current_runtime_is_used() -> None:
    model = FakeRuntime(["a", "b", "c", "YES"])
    with use_runtime(model):
        assert [llm("A"), agent("B"), goal("C", "ok")] == ["a", "b", "c"]


def test_a_given_runtime_goes_before_the_current_one() -> None:
    with use_runtime(FakeRuntime([])):
        assert llm("A", runtime=FakeRuntime(["a"])) == "a"


@pytest.mark.parametrize(
    ("call", "name"), [(lambda: llm("A"), "llm"), (lambda: agent("A"), "agent"), (lambda: goal("A", "ok"), "goal")]
)
def test_without_a_runtime_it_says_what_to_declare(call: Callable[[], object], name: str) -> None:
    with pytest.raises(RuntimeError, match=name + r"\(\) needs a runtime.*`runtime=None`"):
        call()


def test_goal_ends_when_the_condition_is_met() -> None:
    model = FakeRuntime(["draft", "NO, it is too long", "short draft", "YES"])
    assert goal("Write a greeting.", "under five words", runtime=model, tools=[]) == "short draft"
    assert model.prompts[1] == judge_prompt("under five words", "draft")
    assert model.prompts[3] == judge_prompt("under five words", "short draft")
    assert model.prompts[0] == snapshot("""\
Write a greeting.

This is done when: under five words\
""")
    assert model.prompts[2] == snapshot("""\
Write a greeting.

This is done when: under five words

It is not done yet. The result so far:
draft

Go on from there, and answer with the complete result.\
""")


def test_goal_gives_the_last_result_when_the_rounds_are_used_up() -> None:
    model = FakeRuntime(["a", "NO", "b", "42", "43"])
    assert goal("Write.", "perfect", max_rounds=2, runtime=model) == "b"


def test_goal_takes_a_callable_condition_and_tools(read_tool: object) -> None:
    model = FakeRuntime(["a", "aaa"])
    assert goal("Write.", lambda r: len(r) > 2, runtime=model, tools=["read_file"]) == "aaa"
    assert model.prompts[0] == "Write."
    assert model.options == [{"tools": [read_tool], "name": "agent"}] * 2


def test_ten_rounds_are_the_default() -> None:
    model = FakeRuntime(["x"] * 10)
    goal("Write.", lambda r: False, runtime=model)
    assert len(model.prompts) == 10


@pytest.mark.parametrize(("rounds", "error"), [(0, ValueError), (True, TypeError), (1.5, TypeError)])
def test_goal_refuses_a_wrong_bound(rounds: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="max_rounds"):
        goal("Write.", "ok", rounds, runtime=FakeRuntime([]))
