"""From a task to its result: the planner writes, the check refuses, the run fails, the planner writes again."""

import re
import sys
from pathlib import Path

import pytest
from op_runtime import agentic_function
from op_runtime.errors import LLMError
from op_runtime.registry import isolated
from op_runtime.testing import ScriptedRuntime
from op_runtime.workflow import BudgetError, WorkflowError, WorkflowFailedError, check, resume, revise, run, runs, show
from op_runtime.workflow.names import WORKFLOW_NAMES
from op_runtime.workflow.planner import SYSTEM, NoPlanError, read_plan

EAGER = """```python
def workflow():
    files = validate_and_retry(
        action=agent("list the files"),
        check="at least three",
        retry=lambda: agent("list more files"),
    )
    return agent("report on " + files)
```"""

FAILING = EAGER.replace('action=agent("list', 'action=lambda: agent("list').replace(
    "return agent", "count = 1 / 0\n    return agent"
)

GOOD = FAILING.replace("    count = 1 / 0\n", "")


def test_from_a_task_to_its_result(tmp_path: Path) -> None:
    model = ScriptedRuntime([EAGER, FAILING, "a.py", "NO", "a.py b.py c.py", "YES", GOOD, "the report"])
    assert run("Report on the files.", runtime=model, functions=[], journal=tmp_path, run_id="r") == "the report"
    assert model.left == 0

    planning = [request for request in model.requests if request.messages[0]["content"] == SYSTEM]
    assert len(planning) == 3
    first, second, third = (request.prompt for request in planning)
    assert first.startswith("Task:\nReport on the files.")
    assert "OP501" in second
    assert "write action=lambda: agent(...)" in second
    assert 'action=agent("list the files")' in second
    assert "ZeroDivisionError: division by zero" in third
    assert "at line 7: count = 1 / 0" in third
    assert '- step-2 agent "list more files" -> "a.py b.py c.py"' in third

    found = show("r", tmp_path)
    assert [(a["number"], a["status"]) for a in found["attempts"]] == [(1, "refused"), (2, "failed"), (3, "done")]
    assert [(s["attempt"], s["step"], s["fn"], s["replayed"]) for s in found["steps"]] == [
        (0, "step-0", "plan", False),
        (0, "step-1", "plan", False),
        (2, "step-0", "agent", False),
        (2, "step-1", "llm", False),
        (2, "step-2", "agent", False),
        (2, "step-3", "llm", False),
        (0, "step-2", "plan", False),
        (3, "step-0", "agent", True),
        (3, "step-1", "llm", True),
        (3, "step-2", "agent", True),
        (3, "step-3", "llm", True),
        (3, "step-4", "agent", False),
    ]
    assert found["run"]["result"] == "the report"
    assert found["run"]["model_calls"] == 8


def test_one_agent_call_may_be_enough(tmp_path: Path) -> None:
    model = ScriptedRuntime(["SINGLE", "done"])
    assert run("Say hello.", runtime=model, functions=[], journal=tmp_path, run_id="r") == "done"
    assert model.prompts[1] == "Say hello."
    assert show("r", tmp_path)["attempts"][0]["source"] == "SINGLE"


def test_the_planner_gives_up_after_its_rewrites(tmp_path: Path) -> None:
    model = ScriptedRuntime([EAGER] * 5)
    with pytest.raises(WorkflowFailedError, match=r"written 3 times, and it was refused at last:\n.*OP501") as caught:
        run("Do it.", runtime=model, functions=[], journal=tmp_path, run_id="r", max_rewrites=2)
    assert len(model.requests) == 3
    assert caught.value.run_id == "r"
    assert runs(tmp_path)[0].status == "failed"


def test_an_answer_without_code_is_asked_for_again(tmp_path: Path) -> None:
    model = ScriptedRuntime(["Sure, I will do that.", "SINGLE", "done"])
    assert run("Do it.", runtime=model, functions=[], journal=tmp_path) == "done"
    assert "it holds no code" in model.prompts[1]


def test_a_result_that_cannot_be_kept_is_a_reason_to_write_again(tmp_path: Path) -> None:
    objects = 'def workflow():\n    return parallel([lambda: agent("a"), lambda: 1 / 0], return_exceptions=True)\n'
    texts = 'def workflow():\n    return parallel([lambda: agent("a")])\n'
    model = ScriptedRuntime([f"```python\n{objects}```", "A", f"```python\n{texts}```"])
    assert run("Do it.", runtime=model, functions=[], journal=tmp_path, run_id="r") == ["A"]
    assert "value[1]: ZeroDivisionError cannot be kept" in model.prompts[-1]
    assert [attempt["status"] for attempt in show("r", tmp_path)["attempts"]] == ["failed", "done"]


def test_the_plans_count_as_model_calls(tmp_path: Path) -> None:
    model = ScriptedRuntime([EAGER] * 5)
    with pytest.raises(BudgetError):
        run("Do it.", runtime=model, functions=[], journal=tmp_path, max_model_calls=2)
    assert len(model.requests) == 2


def test_a_run_that_stopped_while_planning_goes_on_without_planning_again(tmp_path: Path) -> None:
    with pytest.raises(BudgetError):
        run("Do it.", runtime=ScriptedRuntime([EAGER, GOOD, "a"]), journal=tmp_path, run_id="r", max_model_calls=3)
    model = ScriptedRuntime(["YES", "report"])
    assert resume("r", runtime=model, journal=tmp_path, max_model_calls=9) == "report"


def test_a_planner_that_could_not_be_reached_is_asked_again_by_a_resume(tmp_path: Path) -> None:
    lost = LLMError("slow", reason="timeout")
    with pytest.raises(LLMError):
        run("Do it.", runtime=ScriptedRuntime([EAGER, lost]), functions=[], journal=tmp_path, run_id="r")
    model = ScriptedRuntime(["SINGLE", "done"])
    assert resume("r", runtime=model, functions=[], journal=tmp_path) == "done"
    assert "OP501" in model.prompts[0]


def test_a_run_that_gave_up_tries_its_last_workflow_again(tmp_path: Path) -> None:
    source = '```python\ndef workflow():\n    return [agent("a"), agent("b")]\n```'
    lost = LLMError("slow", reason="timeout")
    model = ScriptedRuntime([source, "A", lost])
    with pytest.raises(WorkflowFailedError, match="slow"):
        run("Do it.", runtime=model, functions=[], journal=tmp_path, run_id="r", max_rewrites=0)
    assert resume("r", runtime=ScriptedRuntime(["B"]), functions=[], journal=tmp_path) == ["A", "B"]


def test_a_planned_run_can_be_revised_by_hand(tmp_path: Path) -> None:
    model = ScriptedRuntime([GOOD, "a", "YES", "report"])
    run("Do it.", runtime=model, functions=[], journal=tmp_path, run_id="r")
    new = 'def workflow():\n    return agent("list the files") + "!" + agent("more")\n'
    assert revise("r", new, runtime=ScriptedRuntime(["m"]), functions=[], journal=tmp_path) == "a!m"
    assert [a["status"] for a in show("r", tmp_path)["attempts"]] == ["done", "done"]


def test_the_planner_is_told_the_functions_and_they_are_called(tmp_path: Path) -> None:
    @agentic_function(as_tool=False, input={"user": {"hidden": True}, "topic": {"description": "What to look for."}})
    def search(topic: str, limit: int = 3, user: str = "") -> list[str]:
        """Search the archive."""
        return [f"{topic} {number} for {user}" for number in range(limit)]

    source = '```python\ndef workflow():\n    return search("cats", limit=2)\n```'
    model = ScriptedRuntime([source])
    found = run("Find.", runtime=model, functions=[search], context={"user": "ann"}, journal=tmp_path, run_id="r")
    assert found == ["cats 0 for ann", "cats 1 for ann"]
    assert (
        "search(topic: str, limit: int = 3)\n    Search the archive.\n    topic: What to look for." in model.prompts[0]
    )
    assert "user" not in model.prompts[0]
    step = show("r", tmp_path)["steps"][-1]
    assert (step["fn"], step["arguments"]) == ("search", {"topic": "cats", "limit": 2})


def test_registered_functions_are_offered_when_nothing_else_is_said(tmp_path: Path) -> None:
    with isolated():

        @agentic_function()
        def look_up(word: str) -> str:
            """Look a word up."""
            return word.upper()

        model = ScriptedRuntime(['```python\ndef workflow():\n    return look_up("x")\n```'])
        assert run("Do it.", runtime=model, journal=tmp_path) == "X"


def test_an_error_of_a_function_reaches_the_planner(tmp_path: Path) -> None:
    @agentic_function(as_tool=False)
    def save(text: str) -> str:
        """Save."""
        raise PermissionError("the disk is read-only")

    source = '```python\ndef workflow():\n    return save("x")\n```'
    model = ScriptedRuntime([source, "SINGLE", "done"])
    assert run("Do it.", runtime=model, functions=[save], journal=tmp_path) == "done"
    assert "PermissionError: the disk is read-only" in model.prompts[1]


def test_a_resume_without_its_functions_does_not_plan_anew(tmp_path: Path) -> None:
    @agentic_function(as_tool=False)
    def save(text: str) -> str:
        """Save."""
        raise PermissionError("the disk is read-only")

    model = ScriptedRuntime(['```python\ndef workflow():\n    return save("x")\n```'])
    with pytest.raises(WorkflowFailedError, match="read-only"):
        run("Do it.", runtime=model, functions=[save], journal=tmp_path, run_id="r", max_rewrites=0)
    with pytest.raises(WorkflowError, match="the workflow calls save, which is not there now"):
        resume("r", runtime=ScriptedRuntime(), functions=[], journal=tmp_path)


def test_a_missing_sandbox_is_no_reason_to_plan_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydantic_monty", None)
    model = ScriptedRuntime([GOOD])
    with pytest.raises(WorkflowError, match="needs the extra"):
        run("Do it.", runtime=model, functions=[], journal=tmp_path)
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("reply", "source"),
    [
        ("```python\ndef workflow():\n    return 1\n```", "def workflow():\n    return 1\n"),
        ("Here it is:\n```\ndef workflow():\n    return 1\n```\nDone.", "def workflow():\n    return 1\n"),
        ("def workflow():\n    return 1", "def workflow():\n    return 1\n"),
        ("```py\nx = 1\n```\n```py\ndef workflow():\n    return 1\n```", "def workflow():\n    return 1\n"),
        ("<think>\n```python\ndef workflow():\n    return 0\n```\n</think>\nSINGLE", "SINGLE"),
        (
            "```python\ndef workflow():\n    return 1\n```\nIt runs by:\n```\nworkflow()\n```",
            "def workflow():\n    return 1\n",
        ),
        ("`SINGLE`", "SINGLE"),
        ("**Single.**", "SINGLE"),
        ("```\nSINGLE\n```", "SINGLE"),
        ("```python\nprint(1)\n```", "print(1)\n"),
        ('```python\ndef workflow():\n    return """\n    ``` in text\n    """\n```', None),
    ],
)
def test_a_plan_is_read_out_of_what_is_written_around_it(reply: str, source: str | None) -> None:
    if source is None:
        assert "def workflow" in read_plan(reply)
    else:
        assert read_plan(reply) == source


@pytest.mark.parametrize("reply", ["", "I cannot do that.", "A SINGLE call is enough, I think.", None])
def test_an_answer_that_is_neither_code_nor_single_is_no_plan(reply: object) -> None:
    with pytest.raises(NoPlanError, match="it holds no code"):
        read_plan(reply)


def test_the_planner_is_taught_every_primitive_with_an_example() -> None:
    for name in WORKFLOW_NAMES:
        assert re.search(rf"^{name}\(", SYSTEM, re.MULTILINE), name
    examples = re.findall(r"^    (\w+ = (?:[^\n]|\n {8}|\n    \))+)", SYSTEM, re.MULTILINE)
    assert len(examples) == len(WORKFLOW_NAMES)
    body = "".join("    " + line + "\n" for example in examples for line in example.splitlines())
    problems = check("def workflow():\n    report = ''\n" + body)
    assert [str(problem) for problem in problems] == []
