"""The report for programs: a list of findings. Lines and columns are 1-based, columns in code points."""

from __future__ import annotations

import json
from collections.abc import Sequence

from op_lint.check import Report
from op_lint.finding import Finding, Fix
from op_lint.read.expr import Range
from op_lint.rules import url


def render(reports: Sequence[Report]) -> str:
    """A JSON list in ASCII, one object for each finding, with a line break at the end."""
    found = [_finding(report.path, finding) for report in reports for finding in report.findings]
    return json.dumps(found, indent=2) + "\n"


def _finding(path: str, finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "path": path,
        **_place(finding.range),
        "fix": None if finding.fix is None else _fix(finding.fix),
        "url": url(finding.code),
    }


def _place(where: Range) -> dict[str, object]:
    return {
        "line": where.start_line + 1,
        "column": where.start_column + 1,
        "end_line": where.end_line + 1,
        "end_column": where.end_column + 1,
    }


def _fix(fix: Fix) -> dict[str, object]:
    edits = [{**_place(edit.range), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safety": fix.safety, "edits": edits}
