"""The steps of a decision, for code that takes them one by one (decision spec, section 5)."""

from __future__ import annotations

from typing import Any

import pytest
from op_runtime import DecisionError, agentic_function, decision
from op_runtime.testing import ScriptedRuntime


@agentic_function(input={"sid": {"hidden": True}})
def fetch(path: str, /, n: int = 3, *, sid: str = "none", runtime: Any = None) -> tuple[Any, ...]:
    """Fetch a file."""
    return path, n, sid, runtime


def plain(q: str, session: str, runtime: Any = None) -> tuple[Any, ...]:
    """Look things up."""
    return q, session, runtime


REGISTRY = {
    "look_up": {
        "function": plain,
        "description": "Look it up.",
        "input": {
            "q": {"source": "llm", "type": str, "description": "words", "options": ["a", "b"]},
            "session": {"source": "context"},
        },
    },
    "fetch": {"function": fetch, "description": "Fetch it.", "input": {}},
}


def test_parse_args_gives_the_function_and_everything_it_is_called_with() -> None:
    runtime = ScriptedRuntime()
    reply = '{"call": "fetch", "args": {"path": "a"}}'
    chosen, arguments = decision.parse_args(reply, [fetch], runtime, context={"sid": "s"})
    assert chosen is fetch
    assert arguments == {"path": "a", "sid": "s", "runtime": runtime}
    assert runtime.requests == []
    assert decision.resolve_decision(chosen, arguments, [fetch]) == ("a", 3, "s", runtime)


def test_parse_args_gives_a_plain_function_its_runtime() -> None:
    runtime = ScriptedRuntime()
    reply = '{"call": "plain", "args": {"q": "x", "session": "s"}}'
    chosen, arguments = decision.parse_args(reply, [plain], runtime)
    assert (chosen, arguments) == (plain, {"q": "x", "session": "s", "runtime": runtime})


def test_parse_args_gives_names_for_values_and_schemas_and_resolve_decision_the_result() -> None:
    value = object()
    options = {"done": value, "plan": ("Plan.", {"steps": [str]})}
    chosen, arguments = decision.parse_args('{"call": "done"}', options, None)
    assert (chosen, arguments) == ("done", {})
    assert decision.resolve_decision(chosen, arguments, options) is value
    chosen, arguments = decision.parse_args('{"call": "plan", "args": {"steps": []}}', options, None)
    assert (chosen, arguments) == ("plan", {"steps": []})
    assert decision.resolve_decision(chosen, arguments, options) == {"decision": "plan", "steps": []}


def test_resolve_decision_knows_only_what_is_offered() -> None:
    with pytest.raises(LookupError, match="'nothing'"):
        decision.resolve_decision("nothing", {}, ["a"])


def test_parse_args_asks_again_without_tools_and_gives_up() -> None:
    runtime = ScriptedRuntime(['{"call": "a"}'])
    assert decision.parse_args("hm", ["a"], runtime) == ("a", {})
    assert runtime.requests[0].tools == ()
    with pytest.raises(DecisionError) as caught:
        decision.parse_args("hm", ["a"], ScriptedRuntime(["still no"]), max_retries=1)
    assert caught.value.kinds == ("no_action", "no_action")
    with pytest.raises(ValueError, match="max_retries"):
        decision.parse_args("hm", ["a"], None, max_retries=-1)


def test_a_ready_made_registry_is_read_by_both() -> None:
    menu = decision.render_options(REGISTRY)
    assert "look_up(q: str)" in menu
    assert 'q: words (options: "a", "b")' in menu
    assert "session" not in menu
    runtime = ScriptedRuntime()
    reply = '{"call": "look_up", "args": {"q": "a", "session": "EVIL"}}'
    chosen, arguments = decision.parse_args(reply, REGISTRY, runtime, context={"session": "s"})
    assert chosen is plain
    assert arguments == {"q": "a", "session": "s", "runtime": runtime}
    with pytest.raises(TypeError, match="session"):
        decision.parse_args(reply, REGISTRY, runtime)


def test_extract_action_looks_at_no_options() -> None:
    assert decision.extract_action('Sure: {"call": "x", "args": {"a": 1}}') == {"call": "x", "args": {"a": 1}}
    assert decision.extract_action("nothing here") is None
