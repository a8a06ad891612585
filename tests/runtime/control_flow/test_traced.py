"""The primitives inside agentic functions: the runtime that they use, and what the trace shows of them."""

import op_runtime
import pytest
from op_runtime import agentic_function, control_flow
from op_runtime.control_flow import agent, conditional, llm, parallel, repeat_until, route, validate_and_retry
from op_runtime.errors import DecisionError
from op_runtime.testing import ScriptedRuntime


def shown(model: ScriptedRuntime) -> list[tuple[str, object, str]]:
    return [(node.name, node.output, node.status) for node in model.trace.nodes if node.role == "model"]


PRIMITIVES = ["agent", "conditional", "goal", "llm", "parallel", "repeat_until", "route", "validate_and_retry"]


@pytest.mark.parametrize("name", PRIMITIVES)
def test_the_package_exports_the_primitives(name: str) -> None:
    assert getattr(op_runtime, name) is getattr(control_flow, name)


def test_each_call_is_one_node_with_the_name_of_what_asked() -> None:
    model = ScriptedRuntime(["a", "b", "YES", "x"])

    @agentic_function(as_tool=False)
    def work(runtime=None) -> object:  # type: ignore[no-untyped-def]
        """Work."""
        llm("A")
        repeat_until(lambda: agent("B", tools=[]), "ok")
        return route("Which?", ["x", "y"])

    assert work(runtime=model) == "x"
    assert shown(model) == [("llm", "a", "ok"), ("agent", "b", "ok"), ("judge", "YES", "ok"), ("route", "x", "ok")]


def test_an_answer_that_could_not_be_read_is_counted_apart() -> None:
    model = ScriptedRuntime(["42", "NO"])
    validate_and_retry(lambda: "x", "polite", lambda: "y", 0, runtime=model)
    assert shown(model) == [("judge", "42", "rejected"), ("judge", "NO", "ok")]
    assert [node.notes for node in model.trace.nodes] == [["no_action: the answer is neither YES nor NO"], []]


def test_both_answers_of_a_decision_that_failed_are_counted() -> None:
    model = ScriptedRuntime(["", "42"])
    with pytest.raises(DecisionError):
        conditional("late", runtime=model)
    assert shown(model) == [("judge", "", "rejected"), ("judge", "42", "rejected")]


def test_a_choice_that_could_not_be_read_says_why() -> None:
    model = ScriptedRuntime(["x, not y", "none", "x"])
    with pytest.raises(DecisionError):
        route("Which?", ["x", "y"], runtime=model)
    assert [node.notes for node in model.trace.nodes] == [
        ["ambiguous: the answer names no single option"],
        ["unknown_call: the answer names no single option"],
    ]


def test_judgements_in_threads_are_counted_each_on_its_own() -> None:
    def reply(request: object) -> str:
        text = str(getattr(request, "prompt", ""))
        return "YES" if "Condition: good" in text or "Answer YES or NO only." in text else "42"

    model = ScriptedRuntime([reply] * 30)
    checks = ["good", "bad"] * 10

    @agentic_function(as_tool=False)
    def work(runtime=None) -> object:  # type: ignore[no-untyped-def]
        """Work."""
        return parallel([lambda check=check: repeat_until(lambda: check, check) for check in checks])

    assert work(runtime=model) == checks
    statuses = [node.status for node in model.trace.nodes if node.role == "model"]
    assert (statuses.count("rejected"), statuses.count("ok")) == (10, 20)


def test_the_runtime_of_the_function_is_the_one_that_is_asked() -> None:
    model = ScriptedRuntime(["YES"])

    @agentic_function(as_tool=False)
    def inner() -> object:
        """Decide."""
        return conditional("late", None, lambda: "late")

    @agentic_function(as_tool=False)
    def outer(runtime=None) -> object:  # type: ignore[no-untyped-def]
        """Call the inner one."""
        return parallel([inner])[0]

    assert outer(runtime=model) == "late"
    with pytest.raises(RuntimeError, match="declare `runtime=None`"):
        inner()
