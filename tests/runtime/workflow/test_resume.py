"""Runs of trusted Python code: what a resume, a revision and a replay do again, and what they do not."""

import asyncio
import hashlib
import threading
from pathlib import Path
from typing import Any

import pytest
from op_runtime import Runtime, agent, agentic_function, conditional, decision, llm, parallel, repeat_until, route
from op_runtime.control_flow import validate_and_retry
from op_runtime.errors import ApprovalRefusedError, DecisionError, LLMError
from op_runtime.testing import ScriptedRuntime
from op_runtime.workflow import (
    BudgetError,
    JournalError,
    ReplayMismatchError,
    UnstorableError,
    WorkflowError,
    replay,
    resume,
    revise,
    run,
    runs,
    show,
    step,
)


def labels(where: Path, run_id: str = "r") -> list[tuple[str, str, Any, str]]:
    return [(s["step"], s["fn"], s["result"], s["status"]) for s in show(run_id, where)["steps"]]


class Shop:
    """A shop whose shipping fails the first time."""

    def __init__(self) -> None:
        self.log: list[str] = []

    def charge(self) -> str:
        self.log.append("charge")
        return "paid"

    def ship(self) -> str:
        self.log.append("ship")
        if self.log.count("ship") == 1:
            raise ConnectionError("no van")
        return "sent"


def test_a_resume_does_not_run_finished_branches_again(tmp_path: Path) -> None:
    shop = Shop()

    def flow() -> object:
        return parallel([lambda: step(shop.charge), lambda: step(shop.ship)])

    with pytest.raises(ConnectionError, match="no van"):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    assert runs(tmp_path)[0].status == "failed"
    assert resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime()) == ["paid", "sent"]
    assert sorted(shop.log) == ["charge", "ship", "ship"]


def test_nor_those_of_nested_branches(tmp_path: Path) -> None:
    shop = Shop()

    def flow() -> object:
        inner = lambda: parallel([lambda: step(shop.charge), lambda: step(shop.ship)])  # noqa: E731
        return parallel([lambda: step(shop.charge), inner])

    with pytest.raises(ConnectionError):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    assert resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime()) == ["paid", ["paid", "sent"]]
    assert shop.log.count("charge") == 2
    assert sorted(label for label, *_ in labels(tmp_path)) == ["step-0.0/0", "step-0.1-0.0/0", "step-0.1-0.1/0"]


def test_branches_keep_their_place_whichever_is_faster(tmp_path: Path) -> None:
    second_is_done = threading.Event()

    def first() -> str:
        second_is_done.wait(60)
        return "first"

    def second() -> str:
        second_is_done.set()
        return "second"

    def flow() -> object:
        one = parallel([lambda: step(first), lambda: step(second)])
        two = parallel([lambda: step(second), lambda: step(second)])
        return [one, two, step(fail_once)]

    failures = [OSError("once")]

    def fail_once() -> str:
        if failures:
            raise failures.pop()
        return "end"

    with pytest.raises(OSError, match="once"):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    places = [label for label, *_ in labels(tmp_path)]
    assert sorted(places) == ["step-0", "step-0.0/0", "step-0.1/0", "step-1.0/0", "step-1.1/0"]
    assert resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime()) == [
        ["first", "second"],
        ["second", "second"],
        "end",
    ]


def test_the_first_error_is_raised_itself_and_nothing_finished_is_lost(tmp_path: Path) -> None:
    done: list[int] = []

    def good(number: int) -> int:
        done.append(number)
        return number

    def bad() -> None:
        raise ValueError("no")

    def flow() -> object:
        return parallel([lambda: step(good, 1), lambda: step(bad), lambda: step(good, 2)], max_workers=1)

    with pytest.raises(ValueError, match="no") as caught:
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    assert any("actions[2] was cancelled" in note for note in caught.value.__notes__)
    with pytest.raises(ValueError, match="no"):
        resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime())
    assert done == [1]


def flow_v1() -> object:
    return route("Which team?", ["tech", "sales"], "text")


def flow_v2() -> object:
    if conditional("Is it spam?", "text", lambda: True, lambda: False):
        return "drop"
    return route("Which team?", ["tech", "sales"], "text")


def stopped(where: Path) -> None:
    """A run of `flow_v1` that has made its one call, and then failed."""

    def failing() -> object:
        flow_v1()
        raise OSError("stopped")

    with pytest.raises(OSError, match="stopped"):
        run(failing, run_id="r", journal=where, runtime=ScriptedRuntime(["tech"]))


def test_a_resume_with_other_code_names_the_first_step_that_differs(tmp_path: Path) -> None:
    stopped(tmp_path)
    model = ScriptedRuntime()
    with pytest.raises(ReplayMismatchError, match=r"step-0 was llm .*Which team.* before, and is llm .*spam") as caught:
        resume("r", flow=flow_v2, journal=tmp_path, runtime=model)
    assert caught.value.run_id == "r"
    assert model.prompts == []


def test_a_revision_runs_new_steps_and_takes_over_equal_ones(tmp_path: Path) -> None:
    stopped(tmp_path)
    model = ScriptedRuntime(["NO"])
    assert revise("r", flow_v2, journal=tmp_path, runtime=model) == "tech"
    assert len(model.prompts) == 1
    found = show("r", tmp_path)["steps"]
    assert [(s["attempt"], s["step"], s["result"], s["replayed"]) for s in found] == [
        (1, "step-0", "tech", False),
        (2, "step-0", "NO", False),
        (2, "step-1", "tech", True),
    ]


def test_a_revision_uses_each_result_once_and_in_order(tmp_path: Path) -> None:
    def before() -> object:
        llm("again")
        llm("again")
        raise OSError("stopped")

    with pytest.raises(OSError, match="stopped"):
        run(before, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["one", "two"]))

    def after() -> object:
        return [llm("new"), llm("again"), llm("again"), llm("again")]

    model = ScriptedRuntime(["new", "three"])
    assert revise("r", after, journal=tmp_path, runtime=model) == ["new", "one", "two", "three"]


def test_a_revision_that_failed_is_resumed_without_using_a_result_twice(tmp_path: Path) -> None:
    def before() -> object:
        llm("again")
        raise OSError("stopped")

    with pytest.raises(OSError, match="stopped"):
        run(before, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["one"]))
    failures = [OSError("too")]

    def after() -> object:
        first = llm("again")
        if failures:
            raise failures.pop()
        return [first, llm("again")]

    with pytest.raises(OSError, match="too"):
        revise("r", after, journal=tmp_path, runtime=ScriptedRuntime())
    model = ScriptedRuntime(["two"])
    assert resume("r", flow=after, journal=tmp_path, runtime=model) == ["one", "two"]


def test_a_result_that_was_taken_over_is_not_there_twice(tmp_path: Path) -> None:
    def before() -> object:
        llm("again")
        raise OSError("stopped")

    with pytest.raises(OSError, match="stopped"):
        run(before, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["one"]))
    with pytest.raises(OSError, match="stopped"):
        revise("r", before, journal=tmp_path, runtime=ScriptedRuntime())
    model = ScriptedRuntime(["two"])
    twice = revise("r", lambda: [llm("again"), llm("again")], journal=tmp_path, runtime=model)
    assert twice == ["one", "two"]


def test_an_error_in_a_branch_that_the_code_around_it_caught_is_replayed(tmp_path: Path) -> None:
    shop = Shop()
    failures = [RuntimeError("end")]

    def flow() -> object:
        try:
            parallel([lambda: step(shop.ship)])
        except ConnectionError:
            step(shop.charge)
        if failures:
            raise failures.pop()
        return "done"

    with pytest.raises(RuntimeError, match="end"):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    assert resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime()) == "done"
    assert shop.log == ["ship", "charge"]


def test_a_run_that_is_done_gives_its_result_and_calls_nothing(tmp_path: Path) -> None:
    assert run(flow_v1, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["sales"])) == "sales"
    model = ScriptedRuntime()
    assert resume("r", flow=flow_v2, journal=tmp_path, runtime=model) == "sales"
    assert model.requests == []


def test_a_replay_is_a_new_run_and_leaves_the_old_one_as_it_is(tmp_path: Path) -> None:
    def flow() -> object:
        return [llm("a"), llm("b"), llm("c")]

    run(flow, run_id="old", journal=tmp_path, runtime=ScriptedRuntime(["1", "2", "3"]))
    before = hashlib.sha256((tmp_path / "old.sqlite").read_bytes()).digest()
    model = ScriptedRuntime(["x", "y"])
    assert replay("old", "step-1", flow=flow, journal=tmp_path, runtime=model, new_id="new") == ["1", "x", "y"]
    assert hashlib.sha256((tmp_path / "old.sqlite").read_bytes()).digest() == before
    newest = runs(tmp_path)[0]
    assert (newest.id, newest.parent, newest.parent_step) == ("new", "old", "step-1")
    assert show("old", tmp_path)["run"]["result"] == ["1", "2", "3"]
    assert model.prompts == ["b", "c"]


def test_a_replay_from_a_branch_keeps_what_began_before_it(tmp_path: Path) -> None:
    def flow() -> object:
        return parallel([lambda: llm("a"), lambda: llm("b")], max_workers=1)

    run(flow, run_id="old", journal=tmp_path, runtime=ScriptedRuntime(["1", "2"]))
    model = ScriptedRuntime(["x"])
    assert replay("old", "0.1/0", flow=flow, journal=tmp_path, runtime=model, new_id="new") == ["1", "x"]


def test_a_step_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    run(flow_v1, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["tech"]))
    with pytest.raises(JournalError, match=r"no step-7; it has step-0"):
        replay("r", "7", flow=flow_v1, journal=tmp_path, runtime=ScriptedRuntime())
    assert [found.id for found in runs(tmp_path)] == ["r"]


def test_an_error_that_the_code_caught_is_replayed_and_not_tried_again(tmp_path: Path) -> None:
    failures = [OSError("end")]

    def flow() -> object:
        try:
            llm("first")
        except LLMError as error:
            said = llm(f"after {error.reason}")
        if failures:
            raise failures.pop()
        return said

    problem = LLMError("slow", reason="timeout")
    with pytest.raises(OSError, match="end"):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime([problem, "second"]))
    model = ScriptedRuntime()
    assert resume("r", flow=flow, journal=tmp_path, runtime=model) == "second"


class OddError(KeyError):
    """An error of nobody's but this file."""


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (KeyError("k"), KeyError, "'k'"),
        (OddError("k"), KeyError, "'OddError: k'"),
        (ConnectionError("lost"), ConnectionError, "lost"),
        (OSError(2, "gone"), OSError, "[Errno 2] gone"),
        (UnicodeDecodeError("utf-8", b"x", 0, 1, "odd"), ValueError, "UnicodeDecodeError: 'utf-8' codec"),
        (ApprovalRefusedError("no"), ApprovalRefusedError, "no"),
    ],
)
def test_a_caught_error_comes_back_as_what_code_can_catch(
    error: Exception, kind: type[Exception], said: str, tmp_path: Path
) -> None:
    failures: list[Exception] = [RuntimeError("end")]

    def fail() -> None:
        raise error

    def flow() -> object:
        try:
            step(fail)
        except kind as caught:
            told = str(caught)
        step(len, "later")
        if failures:
            raise failures.pop()
        return told

    with pytest.raises(RuntimeError, match="end"):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    again = resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime())
    assert isinstance(again, str)
    assert again.startswith(said)


def test_a_caught_decision_error_keeps_its_kinds(tmp_path: Path) -> None:
    failures = [OSError("end")]

    def flow() -> object:
        try:
            route("Which?", ["a", "b"])
        except DecisionError as error:
            said = llm(" ".join(error.kinds))
        if failures:
            raise failures.pop()
        return said

    with pytest.raises(OSError, match="end"):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["none", "", "x"]))
    assert resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime()) == "x"
    assert [(fn, status) for _, fn, _, status in labels(tmp_path)] == [("llm", "error"), ("llm", "ok")]


def test_a_judgement_is_one_step_with_its_re_ask(tmp_path: Path) -> None:
    def flow() -> object:
        return validate_and_retry(lambda: agent("a", tools=[]), "good", lambda: agent("b", tools=[]))

    run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["x", "hm", "NO", "y", "hm", "hm", "z", "YES"]))
    assert [(fn, result) for _, fn, result, _ in labels(tmp_path)] == [
        ("agent", "x"),
        ("llm", "NO"),
        ("agent", "y"),
        ("llm", "UNCLEAR"),
        ("agent", "z"),
        ("llm", "YES"),
    ]


def test_a_result_that_cannot_be_kept_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnstorableError, match=r"step-1 \(.*opened\): its result cannot be kept: .*object"):
        run(lambda: [step(int, "1"), step(opened)], run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    with pytest.raises(UnstorableError, match=r"the workflow's result cannot be kept: value\[0\]: object"):
        run(lambda: [object()], journal=tmp_path, runtime=ScriptedRuntime())
    with pytest.raises(UnstorableError, match=r"step-0 \(.*\): its arguments cannot be kept"):
        run(lambda: step(len, [object()]), journal=tmp_path, runtime=ScriptedRuntime())


def opened() -> object:
    """Open it."""
    return object()


def test_sandboxed_code_cannot_swallow_what_stops_the_run(tmp_path: Path) -> None:
    source = """
def workflow():
    try:
        return opened()
    except BaseException:
        return "swallowed"
"""
    with pytest.raises(UnstorableError, match=r"step-0 \(opened\): its result cannot be kept: object"):
        run("t", source=source, functions=[opened], journal=tmp_path, runtime=ScriptedRuntime())
    spending = source.replace("opened()", "agent('a')")
    with pytest.raises(BudgetError):
        run("t", source=spending, functions=[], journal=tmp_path, runtime=ScriptedRuntime(), max_model_calls=0)


def test_steps_keep_the_types_of_their_results(tmp_path: Path) -> None:
    failures = [OSError("end")]

    def flow() -> object:
        found = step(typed)
        if failures:
            raise failures.pop()
        return found

    with pytest.raises(OSError, match="end"):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    assert resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime()) == typed()


def typed() -> object:
    return ({1: (2, {3})}, b"x", Path("p"))


def test_the_budget_is_looked_at_before_every_call(tmp_path: Path) -> None:
    model = ScriptedRuntime(["NO"] * 100)

    def flow() -> object:
        one = lambda: validate_and_retry(lambda: "draft", "polite", lambda: "fix", max_retries=3)  # noqa: E731
        loop = lambda: repeat_until(one, "short enough", max_rounds=5)  # noqa: E731
        return parallel([loop] * 4)

    with pytest.raises(BudgetError, match="10 model calls is used up") as caught:
        run(flow, run_id="r", journal=tmp_path, runtime=model, max_model_calls=10)
    assert len(model.requests) == 10
    assert caught.value.results == ["NO"] * 10
    assert (runs(tmp_path)[0].status, runs(tmp_path)[0].model_calls) == ("paused", 10)


def test_a_re_ask_counts_too(tmp_path: Path) -> None:
    model = ScriptedRuntime(["hm", "YES"])
    with pytest.raises(BudgetError):
        run(lambda: conditional("good", "x", lambda: 1), journal=tmp_path, runtime=model, max_model_calls=1)
    assert len(model.requests) == 1


def test_a_larger_budget_lets_the_run_go_on(tmp_path: Path) -> None:
    def flow() -> object:
        return [llm("a"), llm("b"), llm("c")]

    with pytest.raises(BudgetError) as caught:
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["1", "2"]), max_model_calls=2)
    assert caught.value.results == ["1", "2"]
    with pytest.raises(BudgetError):
        resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime())
    model = ScriptedRuntime(["3"])
    assert resume("r", flow=flow, journal=tmp_path, runtime=model, max_model_calls=3) == ["1", "2", "3"]
    assert runs(tmp_path)[0].model_calls == 3


def test_a_run_inside_a_run_spends_for_both(tmp_path: Path) -> None:
    model = ScriptedRuntime(["1"] * 9)

    def inner() -> object:
        return run(lambda: [llm("a") for _ in range(5)], journal=tmp_path, runtime=model)

    with pytest.raises(BudgetError, match="the budget of 3 model calls"):
        run(lambda: step(inner), journal=tmp_path, runtime=model, max_model_calls=3)
    assert len(model.requests) == 3


def test_a_runtime_of_another_make_is_counted_by_its_turns(tmp_path: Path) -> None:
    class Other:
        def exec(self, content: str, **options: Any) -> str:
            return "YES"

    def flow() -> object:
        return [llm("a"), conditional("good", "x", lambda: 1)]

    assert run(flow, run_id="r", journal=tmp_path, runtime=Other()) == ["YES", 1]
    assert [(fn, result) for _, fn, result, _ in labels(tmp_path)] == [("llm", "YES"), ("llm", "YES")]
    with pytest.raises(BudgetError):
        run(flow, journal=tmp_path, runtime=Other(), max_model_calls=1)


def test_calls_that_fail_in_transport_count_each_time(tmp_path: Path) -> None:
    model = ScriptedRuntime([ConnectionError("lost"), "x"])
    assert run(lambda: llm("a"), run_id="r", journal=tmp_path, runtime=model) == "x"
    assert runs(tmp_path)[0].model_calls == 2


def test_what_a_tool_asks_is_part_of_the_agents_step(tmp_path: Path) -> None:
    @agentic_function(as_tool=False)
    def look(runtime: Any = None) -> str:
        """Look."""
        return llm("inside")

    call = type("Answer", (), {"text": "", "tool_calls": [{"name": "look", "arguments": {}}]})
    model = ScriptedRuntime([call(), "seen", "done"])
    assert run(lambda: agent("go", tools=[look]), run_id="r", journal=tmp_path, runtime=model) == "done"
    assert [(fn, result) for _, fn, result, _ in labels(tmp_path)] == [("agent", "done")]
    assert runs(tmp_path)[0].model_calls == 3


def test_a_decision_is_a_step_and_what_it_runs_is_another(tmp_path: Path) -> None:
    failures = [OSError("end")]
    paid: list[int] = []

    def pay(amount: int) -> str:
        """Pay."""
        paid.append(amount)
        return "paid"

    def flow() -> object:
        found = decision.make("What now?", [pay])
        if failures:
            raise failures.pop()
        return found

    with pytest.raises(OSError, match="end"):
        run(flow, run_id="r", journal=tmp_path, runtime=ScriptedRuntime([{"call": "pay", "args": {"amount": 5}}]))
    assert resume("r", flow=flow, journal=tmp_path, runtime=ScriptedRuntime()) == "paid"
    assert paid == [5]
    assert [(fn, result) for _, fn, result, _ in labels(tmp_path)] == [
        ("decision.make", {"call": "pay", "args": {"amount": 5}}),
        ("pay", "paid"),
    ]


def test_async_turns_are_steps_too(tmp_path: Path) -> None:
    failures = [OSError("end")]

    async def work(runtime: Runtime) -> object:
        text = await runtime.aexec("say")
        picked = await decision.amake("Which?", {"a": ("A", "one"), "b": ("B", "two")}, runtime=runtime)
        if failures:
            raise failures.pop()
        return [text, picked]

    first = ScriptedRuntime(["hello", {"call": "b"}])
    with pytest.raises(OSError, match="end"):
        run(lambda: asyncio.run(work(first)), run_id="r", journal=tmp_path, runtime=first)
    second = ScriptedRuntime()
    assert resume("r", flow=lambda: asyncio.run(work(second)), journal=tmp_path, runtime=second) == ["hello", "B"]


def test_code_outside_of_a_run_is_not_touched(tmp_path: Path) -> None:
    assert step(len, [1, 2]) == 2
    assert llm("x", runtime=ScriptedRuntime(["y"])) == "y"
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_taken_and_a_function_that_is_missing_are_errors(tmp_path: Path) -> None:
    run(flow_v1, run_id="r", journal=tmp_path, runtime=ScriptedRuntime(["tech"]))
    with pytest.raises(JournalError, match="the run 'r' exists"):
        run(flow_v1, run_id="r", journal=tmp_path, runtime=ScriptedRuntime())
    with pytest.raises(OSError, match="x"):
        run(raising, run_id="f", journal=tmp_path, runtime=ScriptedRuntime())
    with pytest.raises(WorkflowError, match=r"is of the function .*raising: pass it"):
        resume("f", journal=tmp_path, runtime=ScriptedRuntime())
    with pytest.raises(TypeError, match="revise it with the same kind"):
        revise("f", "def workflow(): pass", journal=tmp_path, runtime=ScriptedRuntime())
    with pytest.raises(TypeError, match="takes a task as text"):
        run(flow_v1, source="x", journal=tmp_path, runtime=ScriptedRuntime())
    with pytest.raises(ValueError, match="the task is empty"):
        run(" ", journal=tmp_path, runtime=ScriptedRuntime())
    with pytest.raises(TypeError, match=r"step\(\) takes a function"):
        step("x")  # type: ignore[arg-type]


def raising() -> object:
    raise OSError("x")
