"""`op-run runs`, `show`, `resume` and `replay`."""

import json
from pathlib import Path

import pytest
from op_runtime.run import main
from op_runtime.testing import ScriptedRuntime
from op_runtime.workflow import WorkflowFailedError, run, runs
from op_runtime.workflow.errors import JournalError

SOURCE = 'def workflow():\n    return [agent("第一步"), agent("second"), agent("third")]\n'


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OP_RUNS", str(tmp_path / "journal"))
    monkeypatch.chdir(tmp_path)


def failed() -> None:
    """A run whose third step failed."""
    model = ScriptedRuntime(["一", "two", ValueError("lost")])
    with pytest.raises(WorkflowFailedError):
        run("Do three things.", source=SOURCE, run_id="r", runtime=model, functions=[])


def replies(*texts: str) -> str:
    Path("replies.json").write_text(json.dumps(texts), encoding="utf-8")
    return "replies.json"


def test_runs_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs"]) == 0
    assert capsys.readouterr().err == "there are no runs\n"
    failed()
    assert main(["runs"]) == 0
    line = capsys.readouterr().out
    assert line.startswith("r  failed ")
    assert "3 model calls  Do three things." in line
    assert main(["runs", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"id": "r", "status": "failed", "parent": None, "task": "Do three things."}
    ]


def test_a_run_is_shown_with_its_steps(capsys: pytest.CaptureFixture[str]) -> None:
    failed()
    assert main(["show", "r"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["r  failed  3 model calls", "task: Do three things."]
    assert "workflow 1: failed" in lines
    assert "  step-0 ok agent 第一步 -> 一" in lines
    assert any(line.startswith("  step-2 error agent third -> ") and "lost" in line for line in lines)
    assert "error: WorkflowFailedError: the workflow failed: ValueError: lost" in lines
    assert main(["show", "r", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [(s["call_index"], s["fn"], s["prompt"], s["result"]) for s in shown["steps"]] == [
        (0, "agent", "第一步", "一"),
        (1, "agent", "second", "two"),
        (2, "agent", "third", None),
    ]


def test_a_run_is_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    failed()
    assert main(["resume", "r", "--replies", replies("three")]) == 0
    assert capsys.readouterr().out == '["一", "two", "three"]\n'
    assert main(["resume", "r"]) == 0
    assert capsys.readouterr().out == '["一", "two", "three"]\n'


def test_a_run_is_replayed_as_a_new_one(capsys: pytest.CaptureFixture[str]) -> None:
    failed()
    before = Path("journal/r.sqlite").read_bytes()
    assert main(["replay", "r", "--from", "step-1", "--replies", replies("zwei", "drei")]) == 0
    shown = capsys.readouterr()
    assert shown.out == '["一", "zwei", "drei"]\n'
    newest = runs()[0]
    assert shown.err == f"new run: {newest.id}\n"
    assert (newest.parent, newest.parent_step, newest.status) == ("r", "step-1", "done")
    assert Path("journal/r.sqlite").read_bytes() == before
    assert main(["show", newest.id]) == 0
    assert "from: r at step-1" in capsys.readouterr().out


def test_a_replay_that_fails_says_which_run_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    failed()
    assert main(["replay", "r", "--from", "step-1", "--replies", replies("zwei")]) == 1
    said = capsys.readouterr().err
    newest = runs()[0]
    assert (newest.parent, newest.status) == ("r", "failed")
    assert f"new run: {newest.id}\n" in said
    assert main(["resume", newest.id, "--replies", replies("drei")]) == 0
    assert capsys.readouterr().out == '["一", "zwei", "drei"]\n'
    assert main(["replay", "r", "--from", "step-9"]) == 1
    assert "new run" not in capsys.readouterr().err
    assert len(runs()) == 2


def test_a_directory_of_runs_that_cannot_be_made_is_said_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for where in (tmp_path / "file" / "runs", tmp_path / "file"):
        with pytest.raises(JournalError, match="journal=") as caught:
            run("Do it.", source=SOURCE, runtime=ScriptedRuntime(), functions=[], journal=where)
        assert str(where) in str(caught.value)
    monkeypatch.setenv("OP_RUNS", str(tmp_path / "file" / "deep"))
    with pytest.raises(JournalError, match="OP_RUNS"):
        run(lambda: "x", runtime=ScriptedRuntime())


def test_a_run_of_a_file_is_resumed_with_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("flow_of_pay.py").write_text(
        "from op_runtime import agentic_function, decision\n\n"
        "@agentic_function(as_tool=False, requires_approval=True)\n"
        "def pay(to: str) -> str:\n    'Pay.'\n    return 'paid ' + to\n\n"
        "def flow():\n    return decision.make('Who?', [pay])\n",
        encoding="utf-8",
    )
    run(lambda: "x", run_id="other", runtime=ScriptedRuntime())
    from op_runtime.run import load
    from op_runtime.workflow import ApprovalPending, ask_later

    module = load(Path("flow_of_pay.py"))
    model = ScriptedRuntime([{"call": "pay", "args": {"to": "Ann"}}], on_approval=ask_later)
    with pytest.raises(ApprovalPending):
        run(module.flow, run_id="r", runtime=model)
    target = ["--load", "flow_of_pay.py::flow", "--replies", replies()]
    assert main(["resume", "r", *target]) == 1
    said = capsys.readouterr().err
    assert 'run r waits for approval of pay({"to": "Ann"})' in said
    key = said.split("--approve ")[1].split()[0]
    assert main(["resume", "r", *target, "--approve", key]) == 0
    assert capsys.readouterr().out == "paid Ann\n"
    assert main(["show", "r"]) == 0
    assert f"approval {key} approved: pay(" in capsys.readouterr().out


def test_what_cannot_be_done_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    failed()
    assert main(["show", "x"]) == 1
    assert "there is no run 'x'" in capsys.readouterr().err
    assert main(["replay", "r", "--from", "9"]) == 1
    assert "run r has no step-9; it has step-0, step-1, step-2" in capsys.readouterr().err
    assert main(["resume", "r", "--replies", replies()]) == 1
    assert "the workflow failed" in capsys.readouterr().err
    assert main(["resume", "r", "--load", "nothing.py"]) == 2
    assert "there is no file nothing.py" in capsys.readouterr().err
    with pytest.raises(SystemExit) as caught:
        main(["replay", "r"])
    assert caught.value.code == 2
