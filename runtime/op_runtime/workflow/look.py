"""Looking at runs without touching them."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import Any

from op_runtime.database import runs_directory
from op_runtime.workflow.journal import Journal, RunRow, StepRow
from op_runtime.workflow.journal import runs as runs_in


def show(run_id: str, journal: str | os.PathLike[str] | None = None) -> dict[str, Any]:
    """Give a whole run as plain data: the run, its workflows, its steps, its approvals.

    Each step has `call_index`, `fn`, `prompt` and `result` (spec 3 section 2), and where it was and how it went.
    """
    kept = Journal(runs_directory(journal), run_id, read_only=True)
    try:
        row, attempts, steps, approvals = kept.run(), kept.attempts(), kept.steps(), kept.approvals()
    finally:
        kept.close()
    return {
        "run": {**asdict(row), "result": _shown(row.result)},
        "attempts": [asdict(attempt) for attempt in attempts],
        "steps": [_shown_step(step) for step in steps],
        "approvals": [
            {"key": key, "name": name, "arguments": _shown(text), "granted": granted}
            for key, name, text, granted in approvals
        ],
    }


def _shown_step(step: StepRow) -> dict[str, Any]:
    return {
        "step": step.label,
        "attempt": step.attempt,
        "path": step.path,
        "call_index": step.call_index,
        "fn": step.fn,
        "prompt": _shown(step.prompt),
        "arguments": _shown(step.arguments),
        "result": _shown(step.result),
        "status": step.status,
        "error": _shown(step.error),
        "replayed": step.origin is not None,
        "started": step.started,
        "ended": step.ended,
        "key": step.key,
    }


def _shown(text: str | None) -> Any:
    """Stored text as plain data, without importing anything that it names."""
    return None if text is None else json.loads(text)


def runs(journal: str | os.PathLike[str] | None = None) -> list[RunRow]:
    """Give every run of a journal directory, the newest first."""
    return runs_in(runs_directory(journal))
