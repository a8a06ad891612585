"""Workflow commands of GitHub Actions, which show findings beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from op_lint.result import Result

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """One command for each finding."""
    lines = []
    for result in results:
        for finding in result.findings:
            where = finding.range
            parts = {
                "title": f"{finding.code} {finding.name}",
                "file": result.uri,
                "line": where.start_line + 1,
                "endLine": where.end_line + 1,
                "col": where.start_column + 1,
            }
            if where.start_line == where.end_line:
                parts["endColumn"] = where.end_column + 1
            said = ",".join(f"{name}={_escaped(str(value), inside=True)}" for name, value in parts.items())
            lines.append(f"::{_LEVELS[finding.severity]} {said}::{_escaped(finding.message)}\n")
    return "".join(lines)


def _escaped(text: str, *, inside: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if inside else text
