"""`op-run trace`: what a run did, from the file that keeps it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from op_runtime.database import runs_directory
from op_runtime.trace.page import page
from op_runtime.trace.sqlite import TraceRun, open_trace, read_nodes, read_runs
from op_runtime.trace.tree import totals, tree_text

FILE: Final = "trace.db"
"""The name of the file that keeps the traces of `op-run`, in the directory of runs."""

_LISTED: Final = 20


def trace_file() -> Path:
    """Give the file that keeps the traces of `op-run` where nothing else is said."""
    return runs_directory() / FILE


def main(argv: Sequence[str]) -> int:
    """Effect: carry out `op-run trace`, and give the exit code: 0 shown, 2 wrong usage."""
    options = _parser().parse_args(argv)
    try:
        return _show(options)
    except (ValueError, OSError) as error:
        sys.stderr.write(f"op-run: {error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="op-run trace", description="Show what a run did, as a tree of its calls.")
    parser.add_argument("run", nargs="?", metavar="RUN", help="the run's id or the begin of it (the newest run)")
    parser.add_argument(
        "--file", type=Path, metavar="FILE", help="where traces are kept (trace.db in OP_RUNS, .op-runs)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--list", action="store_true", help="list the runs, the newest first")
    form.add_argument("--full", action="store_true", help="show everything that each call was given and gave")
    form.add_argument("--json", action="store_true", help="print one JSON object for each call")
    form.add_argument("--html", type=Path, metavar="PAGE", help="write one page that needs no network instead")
    return parser


def _show(options: argparse.Namespace) -> int:
    database = open_trace(options.file or trace_file())
    try:
        runs = read_runs(database)
        if options.list:
            _say("\n".join(map(_line, runs[:_LISTED])) or "no runs")
            return 0
        run = _chosen(runs, options.run)
        nodes = read_nodes(database, run.id)
    finally:
        database.close()
    if options.html is not None:
        options.html.write_text(page(nodes, _title(run)), encoding="utf-8", newline="\n")
    elif options.json:
        _say("\n".join(json.dumps(node.as_dict(), ensure_ascii=False) for node in nodes))
    else:
        _say(f"{_title(run)}: {totals(nodes)}")
        _say(tree_text(nodes, full=options.full))
    return 0


def _chosen(runs: list[TraceRun], wanted: str | None) -> TraceRun:
    if not runs:
        raise ValueError("no run has been kept yet")
    if wanted is None:
        return runs[0]
    found = [run for run in runs if run.id == wanted] or [run for run in runs if run.id.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    what = f"{len(found)} runs begin with {wanted!r}" if found else f"there is no run {wanted!r}"
    raise ValueError(f"{what}; the newest are {', '.join(run.id for run in (found or runs)[:5])}")


def _title(run: TraceRun) -> str:
    return f"{run.id} {run.name}".rstrip()


def _line(run: TraceRun) -> str:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(run.started))
    return f"{run.id}  {when}  {run.nodes:>5} calls  {run.name}".rstrip()


def _say(text: str) -> None:
    if text:
        sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
