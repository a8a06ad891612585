"""Logging commands of Azure Pipelines."""

from __future__ import annotations

from collections.abc import Sequence

from op_lint.result import Result


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """One command for each finding; Azure knows errors and warnings only, so advice is a warning."""
    lines = []
    for result in results:
        for finding in result.findings:
            parts = {
                "type": "error" if finding.severity == "error" else "warning",
                "sourcepath": result.uri,
                "linenumber": str(finding.range.start_line + 1),
                "columnnumber": str(finding.range.start_column + 1),
                "code": finding.code,
            }
            said = "".join(f"{name}={_escaped(value, inside=True)};" for name, value in parts.items())
            lines.append(f"##vso[task.logissue {said}]{_escaped(finding.message)}\n")
    return "".join(lines)


def _escaped(text: str, *, inside: bool = False) -> str:
    text = text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(";", "%3B").replace("]", "%5D") if inside else text
