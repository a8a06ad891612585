"""Limits of the sandbox, and what happens when its process dies."""

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from op_runtime.testing import ScriptedRuntime
from op_runtime.workflow import Limits, SandboxError, WorkflowFailedError, resume, run, runs, sandbox
from op_runtime.workflow.prelude import prelude
from op_runtime.workflow.sandbox import Sandbox


class Silent:
    """A host that has an answer to everything."""

    def answer(self, name: str, arguments: tuple[Any, ...]) -> object:
        return "x"


def work(body: str, limits: Limits) -> Any:
    return Sandbox(Silent(), prelude(), limits).run(
        "def workflow():\n" + "".join(f"  {line}\n" for line in body.split("\n"))
    )


def test_limits_hold_for_all_branches_together() -> None:
    with pytest.raises(SandboxError, match="called out more than 9 times"):
        work("return parallel([lambda: [llm('a') for _ in range(2)] for _ in range(4)])", Limits(calls=9))
    with pytest.raises(SandboxError, match=r"computed for more than 0\.5 seconds|time limit"):
        work("return parallel([lambda: sum(range(10**9)) for _ in range(2)])", Limits(seconds=0.5))


def test_time_is_added_up_over_all_turns_and_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    # every look at the clock is a tenth of a second after the one before
    monkeypatch.setattr(sandbox, "time", SimpleNamespace(monotonic=lambda: next(ticks) / 10))
    # one turn to begin and to fork, and two for each branch: to begin it, and after its call
    assert work("return parallel([lambda: llm('a'), lambda: llm('b')], 1)", Limits(seconds=0.75)) == ["x", "x"]
    monkeypatch.setattr(sandbox, "time", SimpleNamespace(monotonic=lambda: next(ticks) / 10))
    with pytest.raises(SandboxError, match=r"computed for more than 0\.45 seconds"):
        work("return parallel([lambda: llm('a'), lambda: llm('b')], 1)", Limits(seconds=0.45))


def test_each_limit_is_named_when_it_is_broken() -> None:
    with pytest.raises(SandboxError, match="MemoryError"):
        work("return len('x' * 10**8)", Limits(memory=10**7))
    with pytest.raises(SandboxError, match="RecursionError"):
        work("return workflow()", Limits(depth=50))
    with pytest.raises(SandboxError, match="called out more than 3 times"):
        work("while True:\n  llm('a')", Limits(calls=3))
    with pytest.raises(SandboxError, match="MemoryError"):
        work("print('x' * 10**5)", Limits(output=1000))


def test_an_error_names_the_line_of_the_workflow() -> None:
    with pytest.raises(SandboxError) as caught:
        work("rows = [1]\nreturn rows[3]", Limits())
    assert str(caught.value) == "IndexError: list index out of range\n  at line 3: return rows[3]"


def test_more_branches_than_workers_wait_for_one() -> None:
    inner = "lambda: parallel([lambda: llm('a'), lambda: llm('b')])"
    assert work(f"return parallel([{inner}, {inner}, {inner}])", Limits(workers=1)) == [["x", "x"]] * 3


def test_clock_and_chance_are_the_same_each_time() -> None:
    body = "import random\nfrom datetime import datetime\nreturn [random.random(), str(datetime.now())]"
    first, second = work(body, Limits()), work(body, Limits())
    assert first == second
    assert first[1].startswith("2000-01-01")


def test_limits_must_be_numbers_above_nothing() -> None:
    for limits in ({"seconds": 0}, {"memory": -1}, {"calls": True}, {"depth": float("inf")}, {"workers": "2"}):
        with pytest.raises(ValueError, match="must be a number above 0"):
            Limits(**limits)  # type: ignore[arg-type]


def test_a_killed_worker_is_a_failed_run_and_not_a_failed_host(tmp_path: Path) -> None:
    source = 'def workflow():\n    return [agent("a"), agent("b")]\n'

    def kill(_: object) -> str:
        listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True)
        workers = [line.split()[0] for line in listed.stdout.splitlines() if line.split()[1] == "monty"]
        assert workers
        for worker in workers:
            os.kill(int(worker), signal.SIGKILL)
        return "B"

    with pytest.raises(WorkflowFailedError, match="the process that ran the workflow has died"):
        run("t", source=source, runtime=ScriptedRuntime(["A", kill]), functions=[], journal=tmp_path, run_id="r")
    assert runs(tmp_path)[0].status == "failed"
    # both answers were there before the process died
    assert resume("r", runtime=ScriptedRuntime(), functions=[], journal=tmp_path) == ["A", "B"]


def test_without_the_extra_the_way_to_install_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydantic_monty", None)
    with pytest.raises(sandbox.WorkflowError, match=r"pip install 'op-lint\[workflow\]'"):
        work("return 1", Limits())


def test_the_package_is_imported_only_where_it_is_used() -> None:
    program = "import sys, op_runtime.workflow; print('pydantic_monty' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "False"
