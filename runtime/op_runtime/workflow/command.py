"""`op-run runs`, `show`, `resume` and `replay`: runs of workflows from the command line."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from op_runtime import run as command_line
from op_runtime.database import runs_directory
from op_runtime.run import UsageError
from op_runtime.workflow.approvals import ApprovalPending, ask_later
from op_runtime.workflow.errors import WorkflowError
from op_runtime.workflow.journal import new_run_id, run_file
from op_runtime.workflow.look import runs, show
from op_runtime.workflow.run import MODEL_CALLS, replay, resume

COMMANDS: Final = ("runs", "show", "resume", "replay")


def main(argv: Sequence[str]) -> int:
    """Effect: carry out one of `COMMANDS`, and give the exit code: 0 done, 1 the run failed or waits, 2 wrong usage."""
    options = _parser().parse_args(argv)
    try:
        command = {"runs": _runs, "show": _show, "resume": _resume, "replay": _replay}[options.command]
        command(options)
    except ApprovalPending as pending:
        _say(f"run {pending.run_id} waits for approval of {pending.name}({json.dumps(pending.arguments, default=str)})")
        _say(f"go on with: op-run resume {pending.run_id} --approve {pending.key}   (or --refuse {pending.key})")
        return 1
    except UsageError:
        raise
    except Exception as error:
        _say(f"op-run: {error}" if isinstance(error, WorkflowError) else f"op-run: {type(error).__name__}: {error}")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="op-run", description="Look at runs of workflows, and go on with them.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (
        ("runs", "list the runs, the newest first"),
        ("show", "show one run: its workflows and every step"),
        ("resume", "go on with a run; what is completed is not done again"),
        ("replay", "run a run's workflow again from one step on, as a new run"),
    ):
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name != "runs":
            command.add_argument("run", metavar="RUN", help="the run's id")
        command.add_argument("--journal", metavar="DIR", help="the journal directory (OP_RUNS, else .op-runs)")
        if name in ("runs", "show"):
            command.add_argument("--json", action="store_true", help="print JSON")
        else:
            command.add_argument(
                "--load",
                action="append",
                default=[],
                metavar="FILE.py[::FUNCTION]",
                help="import a file whose functions the workflow calls; FUNCTION is the run itself, where it is one",
            )
            command.add_argument("--replies", metavar="FILE", help="a JSON list of replies that stand in for a model's")
            command.add_argument(
                "--max-model-calls", type=int, metavar="N", help=f"a new limit (default: {MODEL_CALLS})"
            )
        if name == "resume":
            command.add_argument("--approve", action="append", default=[], metavar="KEY", help="approve a waiting call")
            command.add_argument("--refuse", action="append", default=[], metavar="KEY", help="refuse a waiting call")
        if name == "replay":
            command.add_argument(
                "--from", dest="step", required=True, metavar="STEP", help="the first step to run anew"
            )
    return parser


def _say(text: str) -> None:
    encoding = sys.stderr.encoding or "utf-8"
    sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def _runs(options: argparse.Namespace) -> None:
    found = runs(options.journal)
    if options.json:
        _print(
            json.dumps([{"id": run.id, "status": run.status, "parent": run.parent, "task": run.task} for run in found])
        )
        return
    if not found:
        _say("there are no runs")
    for run in found:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.created))
        parent = f"  (from {run.parent} at {run.parent_step})" if run.parent else ""
        _print(f"{run.id}  {run.status:<8}  {when}  {run.model_calls:>4} model calls  {_line(run.task)}{parent}")


def _show(options: argparse.Namespace) -> None:
    found = show(options.run, options.journal)
    if options.json:
        _print(json.dumps(found, ensure_ascii=False))
        return
    run = found["run"]
    _print(f"{run['id']}  {run['status']}  {run['model_calls']} model calls")
    _print(f"task: {_line(run['task'], 500)}")
    if run["parent"]:
        _print(f"from: {run['parent']} at {run['parent_step']}")
    for step in found["steps"]:
        if step["attempt"] == 0:
            _print_step(step, "plan ")
    for attempt in found["attempts"]:
        _print(f"workflow {attempt['number']}: {attempt['status']}")
        for line in (attempt["error"] or "").splitlines():
            _print(f"    {line}")
        for step in found["steps"]:
            if step["attempt"] == attempt["number"]:
                _print_step(step, "  ")
    for approval in found["approvals"]:
        stands = {None: "waits", True: "approved", False: "refused"}[approval["granted"]]
        _print(f"approval {approval['key']} {stands}: {approval['name']}({_short(approval['arguments'])})")
    if run["result"] is not None:
        _print(f"result: {_short(run['result'], 2000)}")
    elif run["error"]:
        _print(f"error: {run['error']}")


def _print_step(step: dict[str, Any], before: str) -> None:
    said = step["prompt"] if step["prompt"] is not None else step["arguments"]
    came = _short(step["error"] if step["status"] == "error" else step["result"])
    mark = " (taken over)" if step["replayed"] else ""
    _print(f"{before}{step['step']} {step['status']}{mark} {step['fn']} {_short(said)} -> {came}")


def _resume(options: argparse.Namespace) -> None:
    flow, runtime = _given(options)
    _print_result(
        resume(
            options.run,
            flow=flow,
            runtime=runtime,
            journal=options.journal,
            max_model_calls=options.max_model_calls,
            approve=options.approve,
            refuse=options.refuse,
        )
    )


def _replay(options: argparse.Namespace) -> None:
    flow, runtime = _given(options)
    new_id = new_run_id()
    try:
        result = replay(
            options.run,
            options.step,
            flow=flow,
            runtime=runtime,
            journal=options.journal,
            new_id=new_id,
            max_model_calls=options.max_model_calls,
        )
    finally:  # one that failed, or waits, can be looked at and gone on with, too
        if run_file(runs_directory(options.journal), new_id).is_file():
            _say(f"new run: {new_id}")
    _print_result(result)


def _given(options: argparse.Namespace) -> tuple[Any, Any]:
    """Effect: import what `--load` names, and make the runtime."""
    flow: Any = None
    for target in options.load:
        path, name = command_line.split_target(target)
        module = command_line.load(Path(path))
        if name is not None:
            flow = command_line.member(module, name, Path(path))
    runtime = command_line.make_runtime(options.replies)
    if runtime.on_approval is None:
        runtime.on_approval = ask_later
    return flow, runtime


def _print_result(result: Any) -> None:
    from op_runtime.control_flow.text import as_text

    _print(as_text(result))


def _short(value: Any, limit: int = 100) -> str:
    return _line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), limit)


def _line(text: str, limit: int = 100) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 3] + "..."


def _print(text: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
