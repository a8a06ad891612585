"""The report for programs: a list of findings. Lines and columns are 1-based, columns in code points."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from op_lint.finding import Finding, Fix
from op_lint.read.expr import Range
from op_lint.result import Result
from op_lint.rules import url


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """A JSON list in ASCII, one object for each finding, with a line break at the end."""
    return json.dumps(list(objects(results)), indent=2) + "\n"


def objects(results: Sequence[Result]) -> Iterator[dict[str, object]]:
    """What is said of each finding."""
    for result in results:
        for finding, fingerprint in zip(result.findings, result.fingerprints(), strict=True):
            yield {**_finding(result.path, finding), "fingerprint": fingerprint}


def _finding(path: str, finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "path": path,
        **place(finding.range),
        "symbol": finding.symbol,
        "fix": None if finding.fix is None else _fix(finding.fix),
        "url": url(finding.code),
    }


def place(where: Range) -> dict[str, int]:
    """A range, counted from 1."""
    return {
        "line": where.start_line + 1,
        "column": where.start_column + 1,
        "end_line": where.end_line + 1,
        "end_column": where.end_column + 1,
    }


def _fix(fix: Fix) -> dict[str, object]:
    edits = [{**place(edit.range), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safety": fix.safety, "edits": edits}
