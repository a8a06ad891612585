"""What the trace keeps of each call (metadata spec, section 3; decision spec, section 5)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from op_runtime import agentic_function, decision, llm
from op_runtime.exec import Reply, ToolCall
from op_runtime.testing import ScriptedRuntime
from op_runtime.trace import MemoryStore, Node


@agentic_function(input={"q": {"description": "words"}, "key": {"hidden": True}})
def find(q: str, key: str = "k-123", limit: int = 3, runtime: Any = None) -> str:  # noqa: D417 (it is cut)
    """Find pages with the key.

    They are old.

    Args:
        q: words to look for.
        key: secret of the service, default k-123.

    Returns:
        The first page.
    """
    return str(llm("Summarise " + q))


def everything_sent(runtime: ScriptedRuntime) -> str:
    return "\n".join(str(request.messages) + str(request.tools) for request in runtime.requests)


def test_every_call_is_one_node_with_its_caller_in_the_order_of_their_beginnings() -> None:
    @agentic_function
    def outer(runtime: Any = None) -> Any:
        """Decide."""
        return decision.make("Pick.", [find])

    runtime = ScriptedRuntime(["hm", '{"call": "find", "args": {"q": "tides"}}', "short"])
    assert outer(runtime=runtime) == "short"
    nodes = runtime.trace.nodes
    assert [(node.role, node.name, node.status) for node in nodes] == [
        ("function", "outer", "ok"),
        ("model", "decision.make", "rejected"),
        ("model", "decision.make", "ok"),
        ("function", "find", "ok"),
        ("model", "llm", "ok"),
    ]
    outer_node, first, second, found, asked = nodes
    assert outer_node.caller is None
    assert first.caller == second.caller == found.caller == outer_node.id
    assert asked.caller == found.id
    assert [node.seq for node in nodes] == sorted(node.seq for node in nodes)
    assert all(node.ended is not None and node.ended >= node.started for node in nodes)
    assert len({node.id for node in nodes}) == 5
    assert first.notes[0].startswith("no_action")
    assert set(outer_node.as_dict()) >= {
        "id", "seq", "role", "name", "input", "output", "caller", "reads", "started", "ended", "status", "notes",
    }  # fmt: skip
    json.dumps([node.as_dict() for node in nodes])


def test_b07_hidden_and_injected_values_are_in_no_text_that_a_model_gets_and_not_in_the_trace() -> None:
    runtime = ScriptedRuntime(["page", "again"])

    @agentic_function
    def outer(runtime: Any = None) -> None:
        """Find twice."""
        find("tides")
        find("moons", key="k-456")

    outer(runtime=runtime)
    inputs = [node.input for node in runtime.trace if node.name == "find"]
    assert inputs[0] == {"q": "tides", "key": "<hidden>", "limit": 3, "runtime": "<hidden>"}
    sent = everything_sent(runtime) + decision.render_options([find]) + json.dumps(find.spec)
    kept = json.dumps([node.as_dict() for node in runtime.trace])
    for secret in ("k-123", "k-456", "secret of the service"):
        assert secret not in sent
        assert secret not in kept
    assert runtime.trace.nodes[1].doc == "Find pages with the key.\n\nThey are old."


def test_the_docstring_is_context_for_its_own_model_calls_apart_from_the_prompt() -> None:
    runtime = ScriptedRuntime(["page"])
    find("tides", runtime=runtime)
    system, prompt = runtime.requests[0].messages
    assert system["role"] == "system"
    assert "find" in system["content"]
    assert "They are old." in system["content"]
    assert prompt == {"role": "user", "content": "Summarise tides"}


def test_system_holds_inside_its_frame_and_is_put_back() -> None:
    @agentic_function(system="Be brief.")
    def brief(runtime: Any = None) -> Any:
        """Be brief."""
        return silent(runtime=runtime) if runtime.left else None

    @agentic_function
    def silent(runtime: Any = None) -> Any:
        llm("inner")
        return loud()

    @agentic_function(system="Be loud.")
    def loud(runtime: Any = None) -> Any:
        llm("loud")

    runtime = ScriptedRuntime(["a"] * 4, system="By default.")
    llm("before", runtime=runtime)
    brief(runtime=runtime)
    llm("after", runtime=runtime)
    systems = [request.messages[0]["content"] for request in runtime.requests]
    assert systems == ["By default.", "Be brief.", "Be loud.", "By default."]


def test_values_are_kept_as_they_were_and_as_plain_json() -> None:
    class Thing:
        pass

    @agentic_function
    def change(items: list[Any], thing: Any = None) -> Any:
        """Change what it is given."""
        items.append(2)
        return items

    runtime = ScriptedRuntime()

    @agentic_function
    def outer(runtime: Any = None) -> Any:
        """Call it."""
        items = [1]
        result = change(items, Thing())
        result.append(3)

    outer(runtime=runtime)
    node = runtime.trace.nodes[1]
    assert node.input["items"] == [1]
    assert node.output == [1, 2]
    assert " at 0x" not in json.dumps(node.as_dict())


def test_a34_lone_surrogates_do_not_poison_the_trace() -> None:
    @agentic_function
    def say(text: str) -> Any:
        """Say."""
        return [text]

    runtime = ScriptedRuntime(['{"call": "say", "args": {"text": "\\ud83d"}}', "\ud83d"])
    decision.make("Pick.", [say], runtime=runtime)

    @agentic_function
    def outer(text: str, runtime: Any = None) -> Any:
        """Ask."""
        return llm(text)

    outer("half of it: \ud83d", runtime=runtime)
    assert runtime.prompts[1] == "half of it: \ufffd"
    json.dumps([node.as_dict() for node in runtime.trace], ensure_ascii=False).encode("utf-8")


def test_a_failed_call_keeps_its_error() -> None:
    @agentic_function
    def fail(runtime: Any = None) -> None:
        """Fail."""
        raise KeyError("x")

    runtime = ScriptedRuntime()
    with pytest.raises(KeyError):
        fail(runtime=runtime)
    assert [(node.status, node.output) for node in runtime.trace] == [("error", "KeyError: 'x'")]


def test_hidden_leaves_no_node_and_its_model_calls_hang_on_the_nearest_one() -> None:
    @agentic_function(expose="hidden")
    def secret() -> Any:
        """Ask in secret."""
        return llm("secret")

    @agentic_function
    def outer(runtime: Any = None) -> Any:
        """Call it."""
        return secret()

    runtime = ScriptedRuntime(["x"])
    outer(runtime=runtime)
    function, call = runtime.trace.nodes
    assert (function.name, call.role, call.caller) == ("outer", "model", function.id)


def test_a_plain_function_that_is_picked_leaves_no_node() -> None:
    def plain() -> str:
        return "x"

    runtime = ScriptedRuntime(['{"call": "plain"}'])
    decision.make("Pick.", [plain], runtime=runtime)
    assert [node.role for node in runtime.trace] == ["model"]


def test_what_was_dropped_and_repaired_is_noted() -> None:
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    runtime = ScriptedRuntime(['{"call": "add", "arguments": {"a": 1, "b": 2, "reason": "a sum",}}'])
    assert decision.make("Pick.", [add], runtime=runtime) == 3
    notes = " ".join(runtime.trace.nodes[0].notes)
    assert "dropped reason" in notes
    assert "arguments" in notes


def test_tool_calls_of_a_reply_are_its_output() -> None:
    @agentic_function
    def look(q: str) -> str:
        """Look."""
        return "seen"

    runtime = ScriptedRuntime([Reply("wait", (ToolCall("look", {"q": "x"}),)), "done"])
    runtime.exec("Work.", tools=[look])
    assert runtime.trace.nodes[0].output == {"text": "wait", "tool_calls": [{"name": "look", "arguments": {"q": "x"}}]}
    assert runtime.trace.nodes[2].input == "seen"


def test_two_runtimes_on_one_chain_each_keep_what_happens_inside_and_the_outer_keeps_all() -> None:
    @agentic_function
    def inner(runtime: Any = None) -> Any:
        """Ask."""
        return llm("inner")

    @agentic_function
    def outer(runtime: Any = None) -> Any:
        """Ask another."""
        llm("outer")
        return inner(runtime=second)

    first, second = ScriptedRuntime(["a"]), ScriptedRuntime(["b"])
    outer(runtime=first)
    assert [node.name for node in first.trace] == ["outer", "llm", "inner", "llm"]
    assert [node.name for node in second.trace] == ["inner", "llm"]


def test_a_memory_store_keeps_the_newest() -> None:
    store = MemoryStore(limit=2)
    nodes = [Node("model", str(number)) for number in range(3)]
    for node in nodes:
        store.add(node)
    assert store.nodes() == nodes[1:]


def test_a_store_of_ones_own_is_given_every_beginning_and_end() -> None:
    log: list[Any] = []

    class Store(MemoryStore):
        def add(self, node: Node) -> None:
            log.append(("add", node.name, node.status))
            super().add(node)

        def update(self, node: Node) -> None:
            log.append(("update", node.name, node.status))

    llm("Hi.", runtime=ScriptedRuntime(["x"], store=Store()))
    assert log == [("add", "llm", "running"), ("update", "llm", "ok")]
