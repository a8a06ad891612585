"""In the sandbox the primitives do what they do outside of it: same prompts, same results, same errors."""

import threading
from collections.abc import Callable
from typing import Any

import op_runtime
import pytest
from op_runtime import Runtime, agentic_function
from op_runtime.context import use_runtime
from op_runtime.testing import ScriptedRuntime
from op_runtime.workflow import SandboxError
from op_runtime.workflow.host import Functions, WorkflowHost
from op_runtime.workflow.prelude import prelude
from op_runtime.workflow.sandbox import Sandbox

NAMES = ["llm", "agent", "goal", "validate_and_retry", "route", "conditional", "repeat_until", "parallel"]


def in_sandbox(source: str, runtime: Runtime, functions: list[object] | None = None) -> Any:
    offered = Functions(functions or [])
    return Sandbox(WorkflowHost(runtime, offered), prelude(offered.names)).run(source)


def outside(source: str, runtime: Runtime) -> Any:
    namespace = {name: getattr(op_runtime, name) for name in NAMES}
    namespace["agent"] = lambda prompt, tools=(): op_runtime.agent(prompt, tools=list(tools))
    exec(source, namespace)
    workflow: Callable[[], Any] = namespace["workflow"]
    with use_runtime(runtime):
        return workflow()


CASES: dict[str, tuple[str, list[object]]] = {
    "llm": ('llm("write a line")', ["a line"]),
    "agent": ('agent("look")', ["seen"]),
    "validate at once": ('validate_and_retry(lambda: agent("a"), "good", lambda: agent("b"))', ["x", "YES"]),
    "validate with a retry": (
        'validate_and_retry(lambda: agent("a"), "good", lambda: agent("b"))',
        ["x", "NO", "y", "YES"],
    ),
    "validate to the end": (
        'validate_and_retry(lambda: "x", "never true", lambda: "y", max_retries=2)',
        ["NO", "NO", "NO"],
    ),
    "validate without retries": ('validate_and_retry(lambda: "x", "good", lambda: "y", max_retries=0)', ["NO"]),
    "validate unclear": ('validate_and_retry(lambda: "x", "good", lambda: "y", 1)', ["42", "?", "YES"]),
    "validate by code": ('validate_and_retry(lambda: "x", lambda r: r == "y", lambda: "y")', []),
    "validate by words": (
        'validate_and_retry(lambda: "x", lambda r: llm("good? " + r), lambda: "y", 1)',
        ["No.", "Yes."],
    ),
    "route": ('route("Which?", ["a", "b"], {"k": [1, None, "z"]})', ["b"]),
    "route after a re-ask": ('route("Which?", ["sales", "tech"])', ["none of these", "tech"]),
    "conditional true": ('conditional("big?", "x", lambda: 1, lambda: 2)', ["YES"]),
    "conditional false": ('conditional("big?", "x", lambda: 1, lambda: 2)', ["NO, yesterday's list is short"]),
    "conditional without context": ('conditional("is it late?", if_true=lambda: 1)', ["no"]),
    "conditional by code": ('conditional(lambda c: c > 3, 4, lambda: "more", lambda: "less")', []),
    "conditional by code without context": ("conditional(lambda: True, if_true=lambda: 1)", []),
    "repeat": ('repeat_until(lambda: agent("go on"), "done", max_rounds=3)', ["a", "NO", "b", "YES"]),
    "repeat to the end": ('repeat_until(lambda: agent("go on"), "done", max_rounds=2)', ["a", "NO", "b", "NO"]),
    "goal": ('goal("write", "it has two lines", 3)', ["a", "NO", "a\nb", "YES"]),
    "goal by code": ('goal("write", lambda r: len(r) > 1, 3)', ["a", "ab"]),
    "parallel of nothing": ("parallel([])", []),
    "parallel keeps order": ("parallel([lambda i=i: i * 10 for i in range(5)])", []),
    "parallel in parallel": ("parallel([lambda: parallel([lambda: 1, lambda: 2]), lambda: 3])", []),
    "parallel sees what was": ('[x for x in parallel([lambda: (1, {2}), lambda: b"x"])]', []),
}


@pytest.mark.parametrize("name", CASES)
def test_a_primitive_does_the_same_inside_and_outside(name: str) -> None:
    expression, replies = CASES[name]
    source = f"def workflow():\n    return {expression}\n"
    inner, outer = ScriptedRuntime(replies), ScriptedRuntime(replies)
    assert in_sandbox(source, inner) == outside(source, outer)
    assert inner.prompts == outer.prompts
    assert inner.left == outer.left == 0


ERRORS = {
    "an action that has run": 'validate_and_retry("x", "good", lambda: "y")',
    "a branch that is a value": 'conditional("big?", "x", 1)',
    "a check that was evaluated": 'validate_and_retry(lambda: "x", True, lambda: "y")',
    "a check that fails itself": 'validate_and_retry(lambda: "x", lambda r: r + 1, lambda: "y")',
    "a negative bound": 'validate_and_retry(lambda: "x", "good", lambda: "y", -1)',
    "a bound that is a bool": 'repeat_until(lambda: "x", "good", True)',
    "no rounds": 'goal("x", "good", 0)',
    "an empty prompt": 'agent("")',
    "an empty condition": 'conditional(" ", "x", lambda: 1)',
    "no options": 'route("Which?", [])',
    "an option twice": 'route("Which?", ["a", "a"])',
    "options that are text": 'route("Which?", "ab")',
    "parallel of values": 'parallel([lambda: 1, "x"])',
    "an undecided conditional": 'conditional("big?", "x", lambda: 1)',
    "an undecided route": 'route("Which?", ["a", "b"])',
}


@pytest.mark.parametrize("name", ERRORS)
def test_a_primitive_refuses_the_same_inside_and_outside(name: str) -> None:
    source = f"def workflow():\n    return {ERRORS[name]}\n"
    inner, outer = ScriptedRuntime(["42", "43"]), ScriptedRuntime(["42", "43"])
    with pytest.raises(Exception, match=r".") as expected:
        outside(source, outer)
    with pytest.raises(SandboxError) as caught:
        in_sandbox(source, inner)
    assert type(expected.value).__name__ in str(caught.value)
    assert inner.prompts == outer.prompts
    # the reason is the same up to the words that the sandbox has no use for
    assert str(expected.value).split(",")[0].split(":")[0].split(" must ")[0] in str(caught.value)


def test_an_error_can_be_caught_by_its_type_and_message() -> None:
    source = """
def workflow():
    try:
        return parallel([lambda: agent("a"), lambda: 1 / 0])
    except ZeroDivisionError as error:
        return "caught " + str(error)
"""
    assert in_sandbox(source, ScriptedRuntime(["x"])) == "caught division by zero"


def test_an_error_of_the_host_arrives_as_the_nearest_known_type() -> None:
    source = """
def workflow():
    try:
        return agent("a")
    except OSError as error:
        return str(error)
"""
    runtime = ScriptedRuntime([ConnectionError("lost")], max_retries=0)
    assert in_sandbox(source, runtime) == "ConnectionError: lost"


def test_what_only_python_knows_keeps_its_name() -> None:
    source = """
def workflow():
    try:
        return parallel([lambda: stop()])
    except RuntimeError as error:
        return str(error)


def stop():
    raise KeyboardInterrupt("enough")
"""
    assert in_sandbox(source, ScriptedRuntime()) == "KeyboardInterrupt: enough"


def test_exceptions_take_the_place_of_results_when_asked_for() -> None:
    source = """
def workflow():
    found = parallel([lambda: 1, lambda: int("x"), lambda: 3], return_exceptions=True)
    return [item if isinstance(item, int) else type(item).__name__ for item in found]
"""
    assert in_sandbox(source, ScriptedRuntime()) == [1, "ValueError", 3]


def test_branches_really_run_at_the_same_time() -> None:
    together = threading.Barrier(3)

    def wait(_: object) -> str:
        together.wait(timeout=60)
        return "met"

    source = 'def workflow():\n    return parallel([lambda: agent("a"), lambda: agent("b"), lambda: agent("c")])\n'
    assert in_sandbox(source, ScriptedRuntime([wait] * 3)) == ["met"] * 3


def test_what_an_action_assigns_outside_is_not_seen_by_others() -> None:
    source = """
def workflow():
    seen = []
    results = parallel([lambda: seen.append(1) or len(seen), lambda: seen.append(2) or len(seen)])
    return [results, seen]
"""
    assert in_sandbox(source, ScriptedRuntime()) == [[1, 1], []]


@agentic_function(as_tool=False, input={"key": {"hidden": True}, "amount": {"description": "In euros."}})
def pay(to: str, amount: int = 1, key: str = "") -> dict[str, Any]:
    """Pay somebody."""
    return {"to": to, "amount": amount, "key": key}


def call(expression: str) -> Any:
    offered = Functions([pay], {"key": "k"})
    host = WorkflowHost(ScriptedRuntime(), offered)
    return Sandbox(host, prelude(offered.names)).run(f"def workflow():\n    return {expression}\n")


def test_functions_are_called_by_place_and_by_name_and_get_their_hidden_values() -> None:
    assert call('pay("Ann", 5)') == {"to": "Ann", "amount": 5, "key": "k"}
    assert call('pay(amount=5, to="Ann")') == {"to": "Ann", "amount": 5, "key": "k"}
    assert call('pay("Ann")') == {"to": "Ann", "amount": 1, "key": "k"}


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ('pay("Ann", 5, "mine")', "takes 2 arguments, and 3 were given"),
        ('pay("Ann", key="mine")', "has no parameter 'key'"),
        ('pay("Ann", amonut=5)', "did you mean 'amount'"),
        ('pay("Ann", to="Bob")', "twice"),
        ('pay("Ann", "many")', "amount"),
        ("pay()", "to"),
        ("pay(lambda: 1)", "function that was not called"),
    ],
)
def test_wrong_arguments_of_a_function_are_named(expression: str, problem: str) -> None:
    with pytest.raises(SandboxError, match=problem):
        call(expression)


def test_an_agent_gets_the_tools_that_it_is_given() -> None:
    runtime = ScriptedRuntime(["a", "b"])
    source = 'def workflow():\n    return [agent("x", tools=[pay]), agent("y", tools=["pay"])]\n'
    assert in_sandbox(source, runtime, [pay_plainly]) == ["a", "b"]
    assert [[tool["name"] for tool in request.tools] for request in runtime.requests] == [["pay"], ["pay"]]


@agentic_function(as_tool=False, name="pay")
def pay_plainly(to: str) -> str:
    """Pay somebody."""
    return to


def test_a_tool_that_is_not_offered_is_refused() -> None:
    with pytest.raises(SandboxError, match="there is no function 'fly'"):
        in_sandbox('def workflow():\n    return agent("x", tools=["fly"])\n', ScriptedRuntime())


@pytest.mark.parametrize("name", ["agent", "workflow", "_pay", "route"])
def test_names_that_mean_something_else_are_refused(name: str) -> None:
    def function() -> None:
        """Do."""

    function.__name__ = name
    with pytest.raises(ValueError, match="give it another name"):
        Functions([function])


def test_hidden_parameters_must_be_given() -> None:
    @agentic_function(as_tool=False, input={"user": {"hidden": True}})
    def look(user: str) -> str:
        """Look."""
        return user

    with pytest.raises(TypeError, match="the hidden parameter user must come from context="):
        Functions([look])
