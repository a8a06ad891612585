"""Which branch runs, and that none runs on a guess."""

from typing import Any

import pytest
from op_runtime.context import use_runtime
from op_runtime.control_flow import conditional, judge_prompt
from op_runtime.errors import DecisionError
from op_runtime.testing import ScriptedRuntime


def choose(replies: list[Any]) -> object:
    return conditional("Is it late?", "23:00", lambda: "late", lambda: "early", runtime=ScriptedRuntime(replies))


@pytest.mark.parametrize(
    ("replies", "result"),
    [
        (["YES"], "late"),
        (["NO"], "early"),
        (["NO, yesterday was late"], "early"),
        (["是"], "late"),
        (["否"], "early"),
        (["不成立"], "early"),
        (["", "YES"], "late"),
        (["I cannot say", "NO"], "early"),
        (["not YES", "NO"], "early"),
    ],
)
def test_the_branch_of_the_verdict_runs(replies: list[str], result: str) -> None:
    assert choose(replies) == result


@pytest.mark.parametrize("reply", ["", None, "I'm sorry, I can't help with that.", "Error: 429", "YES or NO", "42"])
def test_without_a_verdict_no_branch_runs(reply: str | None) -> None:
    ran: list[str] = []
    model = ScriptedRuntime([reply, reply])
    with pytest.raises(DecisionError):
        conditional("late", "x", lambda: ran.append("true"), lambda: ran.append("false"), runtime=model)
    assert ran == []


def test_the_error_quotes_the_replies() -> None:
    with pytest.raises(DecisionError) as caught:
        choose(["It depends.", ""])
    assert str(caught.value) == (
        "conditional on 'Is it late?': the model answered neither YES nor NO\n"
        "  reply 1: It depends.\n"
        "  reply 2: (empty)"
    )
    assert caught.value.kinds == ("no_action", "no_action")
    assert caught.value.attempts == 2


def test_a_missing_branch_gives_none() -> None:
    assert conditional("late", if_false=lambda: 1, runtime=ScriptedRuntime(["YES"])) is None
    assert conditional("late", if_true=lambda: 1, runtime=ScriptedRuntime(["NO"])) is None


def test_the_result_itself_is_given() -> None:
    value = object()
    assert conditional(lambda: True, None, lambda: value) is value


def test_the_context_is_judged() -> None:
    model = ScriptedRuntime(["YES", "YES"])
    conditional("late", {"at": 23}, runtime=model)
    conditional("late", runtime=model)
    assert model.prompts == [judge_prompt("late", {"at": 23}), judge_prompt("late")]


def test_a_callable_condition_is_given_the_context() -> None:
    assert conditional(lambda c: c > 3, 5, lambda: "big", lambda: "small") == "big"
    assert conditional(lambda c: c > 3, 2, lambda: "big", lambda: "small") == "small"
    assert conditional(lambda c: c is None, None, lambda: "none", lambda: "some") == "none"


def test_the_current_runtime_judges() -> None:
    with use_runtime(ScriptedRuntime(["NO"])):
        assert conditional("late", None, lambda: 1, lambda: 2) == 2


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"condition": 3 > 2}, TypeError, "condition must be text that the model judges, or a callable, not bool"),
        ({"condition": ""}, ValueError, "condition is empty"),
        ({"if_true": "done"}, TypeError, "if_true must be something to call, but it is a value (str)"),
        ({"if_false": False}, TypeError, "if_false must be something to call, but it is a value (bool)"),
    ],
)
def test_wrong_arguments_are_refused_before_the_model_is_asked(
    change: dict[str, Any], error: type[Exception], words: str
) -> None:
    model = ScriptedRuntime([])
    with pytest.raises(error) as caught:
        conditional(**({"condition": "late", "runtime": model} | change))
    assert words in str(caught.value)
    assert model.prompts == []


def test_what_a_branch_raises_is_its_own() -> None:
    with pytest.raises(ZeroDivisionError):
        conditional("late", None, lambda: 1 / 0, runtime=ScriptedRuntime(["YES"]))


def test_a_coroutine_is_no_result() -> None:
    async def later() -> int:
        return 1

    with pytest.raises(TypeError, match="if_true returned a coroutine"):
        conditional(lambda: True, None, lambda: later())
    with pytest.raises(TypeError, match="`async def`"):
        conditional(lambda: True, None, later)


def test_without_a_runtime_it_says_what_to_declare() -> None:
    with pytest.raises(RuntimeError, match=r"conditional\(\) needs a runtime.*`runtime=None`"):
        conditional("late")
