"""validate_and_retry and repeat_until: how often what is run, and which result comes back."""

import inspect
import logging
from collections.abc import Callable
from typing import Any

import pytest
from op_runtime.context import use_runtime
from op_runtime.control_flow import repeat_until, validate_and_retry
from op_runtime.testing import ScriptedRuntime


class Steps:
    """Actions that note that they ran and give numbered results."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def named(self, name: str) -> Callable[[], str]:
        def act() -> str:
            self.calls.append(name)
            return name + str(len(self.calls))

        return act


def retry_with(replies: list[Any], max_retries: int = 2) -> tuple[object, list[str], ScriptedRuntime]:
    steps, model = Steps(), ScriptedRuntime(replies)
    result = validate_and_retry(
        action=steps.named("a"), check="ok", retry=steps.named("r"), max_retries=max_retries, runtime=model
    )
    return result, steps.calls, model


def test_a_satisfying_result_is_given_and_nothing_is_retried() -> None:
    assert retry_with(["YES"])[:2] == ("a1", ["a"])


def test_the_first_satisfying_result_is_given() -> None:
    assert retry_with(["NO", "YES"])[:2] == ("r2", ["a", "r"])


def test_two_retries_are_three_results_and_three_checks() -> None:
    result, calls, model = retry_with(["NO", "NO", "NO"])
    assert (result, calls) == ("r3", ["a", "r", "r"])
    assert [prompt.split("\n")[-3] for prompt in model.prompts] == ["a1", "r2", "r3"]


def test_no_retries_are_one_result_and_one_check() -> None:
    result, calls, model = retry_with(["NO"], max_retries=0)
    assert (result, calls, len(model.prompts)) == ("a1", ["a"], 1)


def test_an_unclear_judgement_is_not_satisfied() -> None:
    result, calls, model = retry_with(["42", "Perhaps", "", "YES"])
    assert (result, calls, len(model.prompts)) == ("r2", ["a", "r"], 4)


def test_a_refused_result_is_never_taken_for_a_good_one() -> None:
    assert retry_with(["NO, yesterday's list is short", "YES"])[1] == ["a", "r"]


def test_a_result_that_never_passed_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="op_runtime"):
        retry_with(["NO"], max_retries=0)
    assert "after 0 retries the result still fails the check 'ok'" in caplog.text


def test_a_result_that_passed_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    retry_with(["NO", "YES"])
    assert caplog.text == ""


def test_a_callable_check_asks_no_model() -> None:
    results = iter(["one", "one\ntwo", "never"])
    found = validate_and_retry(
        action=lambda: next(results), check=lambda r: len(r.splitlines()) >= 2, retry=lambda: next(results)
    )
    assert found == "one\ntwo"


def test_the_result_itself_is_given() -> None:
    value = {"a": [1]}
    assert validate_and_retry(lambda: value, lambda r: True, lambda: None) is value
    assert repeat_until(lambda: value, lambda r: True) is value


def test_what_an_action_raises_is_its_own() -> None:
    def fail() -> None:
        raise ValueError("the action's own")

    with pytest.raises(ValueError, match="the action's own"):
        validate_and_retry(fail, lambda r: True, lambda: None)
    with pytest.raises(ValueError, match="the action's own"):
        validate_and_retry(lambda: 1, lambda r: False, fail)
    with pytest.raises(ValueError, match="the action's own"):
        repeat_until(fail, lambda r: True)


def rounds_with(replies: list[Any], max_rounds: int = 5) -> tuple[object, list[str], ScriptedRuntime]:
    steps, model = Steps(), ScriptedRuntime(replies)
    result = repeat_until(action=steps.named("a"), condition="all found", max_rounds=max_rounds, runtime=model)
    return result, steps.calls, model


def test_it_repeats_until_the_condition_is_met() -> None:
    assert rounds_with(["NO", "否", "是"])[:2] == ("a3", ["a", "a", "a"])


def test_one_round_is_enough_when_it_is_met() -> None:
    assert rounds_with(["YES"])[:2] == ("a1", ["a"])


def test_it_ends_after_the_rounds_and_gives_the_last_result(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="op_runtime"):
        result, calls, model = rounds_with(["NO", "NO"], max_rounds=2)
    assert (result, calls, len(model.prompts)) == ("a2", ["a", "a"], 2)
    assert "after 2 rounds 'all found' is still not met" in caplog.text


def test_five_rounds_are_the_default() -> None:
    rounds: list[int] = []
    repeat_until(lambda: rounds.append(1), lambda r: False)
    assert len(rounds) == 5


def test_an_unclear_judgement_is_not_met() -> None:
    assert rounds_with(["42", "", "YES"])[:2] == ("a2", ["a", "a"])


def test_the_current_runtime_judges() -> None:
    model = ScriptedRuntime(["YES", "YES"])
    with use_runtime(model):
        validate_and_retry(lambda: 1, "ok", lambda: 2)
        repeat_until(lambda: 1, "ok")
    assert len(model.prompts) == 2


def never() -> None:
    raise AssertionError("nothing may run before the arguments are known to be right")


async def later() -> int:
    return 1


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"action": "found"}, TypeError, "action must be something to call, but it is a value (str)"),
        ({"action": "found"}, TypeError, 'action=lambda: agent("...")'),
        ({"action": None}, TypeError, "action must be something to call"),
        ({"action": later}, TypeError, "`async def`"),
        ({"retry": ["x"]}, TypeError, "retry must be something to call, but it is a value (list)"),
        ({"check": True}, TypeError, "check must be text that the model judges, or a callable, not bool"),
        ({"check": None}, TypeError, "check must be text"),
        ({"check": " "}, ValueError, "check is empty"),
        ({"check": later}, TypeError, "`async def`"),
        ({"max_retries": -1}, ValueError, "max_retries must be at least 0, not -1"),
        ({"max_retries": True}, TypeError, "max_retries must be an int, not True"),
        ({"max_retries": 2.0}, TypeError, "max_retries must be an int, not 2.0"),
        ({"max_retries": None}, TypeError, "max_retries must be an int"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_runs(
    change: dict[str, Any], error: type[Exception], words: str
) -> None:
    arguments: dict[str, Any] = {"action": never, "check": "ok", "retry": never, "runtime": ScriptedRuntime([])}
    with pytest.raises(error) as caught:
        validate_and_retry(**(arguments | change))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"action": 3}, TypeError, "action must be something to call, but it is a value (int)"),
        ({"condition": False}, TypeError, "condition must be text"),
        ({"condition": ""}, ValueError, "condition is empty"),
        ({"max_rounds": 0}, ValueError, "max_rounds must be at least 1, not 0"),
        ({"max_rounds": False}, TypeError, "max_rounds must be an int, not False"),
        ({"max_rounds": "5"}, TypeError, "max_rounds must be an int, not '5'"),
    ],
)
def test_wrong_arguments_of_repeat_until_are_refused(
    change: dict[str, Any], error: type[Exception], words: str
) -> None:
    arguments: dict[str, Any] = {"action": never, "condition": "ok", "runtime": ScriptedRuntime([])}
    with pytest.raises(error) as caught:
        repeat_until(**(arguments | change))
    assert words in str(caught.value)


def test_without_a_runtime_nothing_runs() -> None:
    with pytest.raises(RuntimeError, match=r"validate_and_retry\(\) needs a runtime"):
        validate_and_retry(never, "ok", never)
    with pytest.raises(RuntimeError, match=r"repeat_until\(\) needs a runtime"):
        repeat_until(never, "ok")


def test_a_coroutine_is_no_result() -> None:
    made = later()
    with pytest.raises(TypeError, match="action returned a coroutine"):
        repeat_until(lambda: made, lambda r: True)
    assert inspect.getcoroutinestate(made) == inspect.CORO_CLOSED
    with pytest.raises(TypeError, match="retry returned a coroutine"):
        validate_and_retry(lambda: 1, lambda r: False, lambda: later())
