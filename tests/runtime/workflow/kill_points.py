"""Kills a run with SIGKILL at every point in turn, resumes it, and prints what came of each as a line of JSON.

    python kill_points.py DIRECTORY given|planned

`given` runs a workflow of 12 steps; `planned` lets a planner write it, wrongly twice, first.
A point is before and after each write of the journal, and before and after each effect (a model call, a function).
Every run is a process of its own, forked from this one, which starts no threads.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from op_runtime import Runtime, agentic_function, workflow
from op_runtime.workflow.journal import Journal

SOURCE = """
def workflow():
    files = validate_and_retry(
        action=lambda: agent("list the files"),
        check="there are many",
        retry=lambda: agent("list more files"),
    )
    way = route("which way?", ["slow", "fast"], files)
    parts = parallel([lambda part=part: agent("part " + part) for part in ["a", "b", "c"]])
    plan = conditional("it is risky", way, lambda: agent("careful plan"), lambda: agent("plain plan"))
    paid = pay("Ann", 5)
    text = llm("sum up: " + plan)
    return [files, way, parts, plan, paid, text]
"""

REPLIES = {
    "list the files": "one",
    "list more files": "one, two, three",
    "which way?": "fast",
    "part a": "A",
    "part b": "B",
    "part c": "C",
    "careful plan": "carefully",
    "sum up: carefully": "done",
}


EAGER = """
def workflow():
    return repeat_until(agent("list the files"), "there are many")
"""

FAILING = SOURCE.replace("    way = route(", "    count = 1 / 0\n    way = route(")

PLANS = {"Write the workflow, or answer SINGLE.": EAGER, "OP501": FAILING, "ZeroDivisionError": SOURCE}


class Points:
    """Counts points, and kills this process at the given one."""

    def __init__(self, fatal: int | None) -> None:
        self.fatal = fatal
        self.seen = 0
        self.lock = threading.Lock()

    def reach(self) -> None:
        with self.lock:
            self.seen += 1
            if self.seen == self.fatal:
                os.kill(os.getpid(), signal.SIGKILL)
                signal.pause()


def reply(prompt: str) -> str:
    if prompt.startswith("Task:"):
        return next(plan for sign, plan in reversed(PLANS.items()) if sign in prompt)
    if "Condition: there are many" in prompt:
        return "YES" if "three" in prompt else "NO"
    if "Condition: it is risky" in prompt:
        return "YES"
    return REPLIES[prompt.split("\n")[0]]


def work(where: Path, fatal: int | None, resume: bool, planned: bool) -> None:
    """Run or resume the workflow; write its result to a file."""
    points = Points(fatal)
    write = Journal._write

    def watched(self: Journal, statement: str, values: tuple[object, ...]) -> Any:
        points.reach()
        done = write(self, statement, values)
        points.reach()
        return done

    Journal._write = watched  # type: ignore[method-assign]

    def effect(name: str) -> None:
        points.reach()
        with (where / "effects").open("a") as log:
            log.write(json.dumps(name) + "\n")
        points.reach()

    def model(messages: list[dict[str, Any]]) -> str:
        prompt = messages[-1]["content"]
        effect(prompt)
        return reply(prompt)

    @agentic_function(as_tool=False)
    def pay(to: str, amount: int) -> str:
        """Pay."""
        effect("pay")
        return f"paid {amount} to {to}"

    options: dict[str, Any] = {"runtime": Runtime(model, backoff=0.0), "functions": [pay], "journal": where}
    if resume and begun(where):
        result = workflow.resume("run", **options)
    else:
        result = workflow.run("do it", source=None if planned else SOURCE, run_id="run", **options)
    (where / "result").write_text(json.dumps(result))


def begun(where: Path) -> bool:
    """Whether the run itself was written before the process died; the file alone may be there."""
    return [run.id for run in workflow.runs(where)] == ["run"]


def steps(where: Path) -> list[tuple[str, str]]:
    """What each step of the run asked, or the function that it called, and how it stands."""
    if not begun(where):
        return []
    return [(step["prompt"] or step["fn"], step["status"]) for step in workflow.show("run", where)["steps"]]


def child(where: Path, fatal: int | None, resume: bool, planned: bool) -> int:
    """Give the status of a process that does the work."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        try:
            work(where, fatal, resume, planned)
        except BaseException as error:
            (where / "error").write_text(f"{type(error).__name__}: {error}")
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1]


def main(root: Path, planned: bool) -> None:
    for fatal in itertools.count(1):
        where = root / str(fatal)
        where.mkdir()
        killed = os.WIFSIGNALED(child(where, fatal, resume=False, planned=planned))
        completed = [name for name, status in steps(where) if status == "ok"]
        if killed:
            child(where, None, resume=True, planned=planned)
        counts = Counter(map(json.loads, (where / "effects").read_text().splitlines()))
        outcome = {
            "killed": killed,
            "error": (where / "error").read_text() if (where / "error").exists() else "",
            "result": json.loads((where / "result").read_text()) if (where / "result").exists() else None,
            "steps": steps(where),
            "completed": completed,
            "counts": counts,
        }
        sys.stdout.write(json.dumps(outcome) + "\n")
        if not killed:
            break


if __name__ == "__main__":
    main(Path(sys.argv[1]), planned=sys.argv[2] == "planned")
