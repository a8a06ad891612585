"""What was approved is what is run: after a pause no model is asked again, and what differs is asked for anew."""

import threading
from pathlib import Path
from typing import Any

import pytest
from op_runtime import agent, agentic_function, decision
from op_runtime.errors import ApprovalRefusedError
from op_runtime.testing import ScriptedRuntime
from op_runtime.workflow import (
    ApprovalPending,
    JournalError,
    WorkflowError,
    WorkflowFailedError,
    ask_later,
    resume,
    revise,
    run,
    runs,
    show,
)

ANN = {"call": "pay", "args": {"to": "Ann", "sum": 5}}
BOB = {"call": "pay", "args": {"to": "Bob", "sum": 5000}}

paid: list[tuple[str, int]] = []


@pytest.fixture(autouse=True)
def _nothing_paid() -> None:
    paid.clear()


@agentic_function(as_tool=False, requires_approval=True)
def pay(to: str, sum: int) -> str:  # noqa: A002 (the name that the case has)
    """Pay somebody."""
    paid.append((to, sum))
    return f"paid {to}"


def scripted(*replies: object) -> ScriptedRuntime:
    return ScriptedRuntime(replies, on_approval=ask_later)


def flow() -> object:
    return decision.make("Who is paid?", [pay])


def paused(where: Path) -> str:
    with pytest.raises(ApprovalPending, match=r"waits for approval .* of pay: nothing has run") as caught:
        run(flow, run_id="r", journal=where, runtime=scripted(ANN))
    assert caught.value.arguments == {"to": "Ann", "sum": 5}
    assert runs(where)[0].status == "paused"
    assert paid == []
    return caught.value.key


def test_the_approved_call_is_run_and_the_model_is_not_asked_again(tmp_path: Path) -> None:
    key = paused(tmp_path)
    model = scripted(BOB)
    assert resume("r", flow=flow, journal=tmp_path, runtime=model, approve=[key]) == "paid Ann"
    assert model.requests == []
    assert paid == [("Ann", 5)]


def test_a_resume_without_a_decision_waits_again(tmp_path: Path) -> None:
    key = paused(tmp_path)
    with pytest.raises(ApprovalPending) as caught:
        resume("r", flow=flow, journal=tmp_path, runtime=scripted())
    assert caught.value.key == key
    assert [(a["key"], a["name"], a["granted"]) for a in show("r", tmp_path)["approvals"]] == [(key, "pay", None)]


def test_a_refused_call_is_not_run(tmp_path: Path) -> None:
    key = paused(tmp_path)
    with pytest.raises(ApprovalRefusedError, match="refused"):
        resume("r", flow=flow, journal=tmp_path, runtime=scripted(), refuse=[key])
    assert paid == []


def test_another_call_is_asked_for_anew(tmp_path: Path) -> None:
    key = paused(tmp_path)

    def other() -> object:
        return decision.make("Who is paid now?", [pay])

    with pytest.raises(ApprovalPending):
        resume("r", flow=flow, journal=tmp_path, runtime=scripted())
    with pytest.raises(ApprovalPending) as caught:
        revise("r", other, journal=tmp_path, runtime=scripted(ANN))
    # the same function and arguments, picked from another prompt: the approval of the first is none of this one
    assert caught.value.key != key
    assert paid == []


def test_an_approval_is_for_one_call_only(tmp_path: Path) -> None:
    def twice() -> object:
        return [decision.make("Who is paid?", [pay]), decision.make("Who is paid?", [pay])]

    with pytest.raises(ApprovalPending) as first:
        run(twice, run_id="r", journal=tmp_path, runtime=scripted(ANN))
    with pytest.raises(ApprovalPending) as second:
        resume("r", flow=twice, journal=tmp_path, runtime=scripted(ANN), approve=[first.value.key])
    assert first.value.key != second.value.key
    assert paid == [("Ann", 5)]


def test_an_unknown_approval_is_an_error(tmp_path: Path) -> None:
    paused(tmp_path)
    with pytest.raises(JournalError, match="asks for no approval 'x'"):
        resume("r", flow=flow, journal=tmp_path, runtime=scripted(), approve=["x"])


def test_a_call_in_planned_code_waits_too(tmp_path: Path) -> None:
    source = """
def workflow():
    try:
        return pay("Ann", 5)
    except BaseException:
        return "swallowed"
"""
    options: dict[str, Any] = {"functions": [pay], "journal": tmp_path}
    with pytest.raises(ApprovalPending) as caught:
        run("t", source=source, run_id="r", runtime=scripted(), **options)
    assert resume("r", runtime=scripted(), approve=[caught.value.key], **options) == "paid Ann"
    assert paid == [("Ann", 5)]


def test_a_pause_in_a_branch_does_not_wait_for_the_others(tmp_path: Path) -> None:
    source = 'def workflow():\n    return parallel([lambda: agent("slow"), lambda: pay("Ann", 5)])\n'
    begun, over = threading.Event(), threading.Event()

    def slow(_: object) -> str:
        begun.set()
        assert over.wait(60)
        return "late"

    def when_begun(name: str, arguments: dict[str, Any]) -> bool:
        assert begun.wait(60)
        return ask_later(name, arguments)

    options: dict[str, Any] = {"functions": [pay], "journal": tmp_path}
    model = ScriptedRuntime([slow], on_approval=when_begun)
    with pytest.raises(ApprovalPending) as caught:
        run("t", source=source, run_id="r", runtime=model, **options)
    assert runs(tmp_path)[0].status == "paused"
    over.set()
    key = caught.value.key
    assert resume("r", runtime=scripted("in time"), approve=[key], **options) == ["in time", "paid Ann"]
    assert paid == [("Ann", 5)]


def test_without_anybody_to_ask_planned_code_is_refused(tmp_path: Path) -> None:
    source = 'def workflow():\n    return pay("Ann", 5)\n'
    with pytest.raises(WorkflowFailedError, match="requires approval"):
        run("t", source=source, runtime=ScriptedRuntime(), functions=[pay], journal=tmp_path)
    assert paid == []


def test_a_tool_of_an_agent_waits_and_another_pick_needs_another_approval(tmp_path: Path) -> None:
    def call(to: str, amount: int) -> object:
        answer = type("Answer", (), {})()
        answer.text, answer.tool_calls = "", [{"name": "pay", "arguments": {"to": to, "sum": amount}}]
        return answer

    def working() -> object:
        return agent("Pay who is due.", tools=[pay])

    with pytest.raises(ApprovalPending) as first:
        run(working, run_id="r", journal=tmp_path, runtime=scripted(call("Ann", 5)))
    key = first.value.key
    with pytest.raises(ApprovalPending) as second:
        resume("r", flow=working, journal=tmp_path, runtime=scripted(call("Bob", 5000)), approve=[key])
    assert second.value.key != key
    assert paid == []
    assert resume("r", flow=working, journal=tmp_path, runtime=scripted(call("Ann", 5), "done")) == "done"
    assert paid == [("Ann", 5)]


def test_outside_of_a_run_nothing_can_wait() -> None:
    with pytest.raises(WorkflowError, match="only a run of a workflow can wait"):
        ask_later("pay", {})
