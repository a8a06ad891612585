"""The lines of ``pylint --output-format=parseable``'s family, which many build servers read."""

from __future__ import annotations

from collections.abc import Sequence

from op_lint.report.excerpt import printable
from op_lint.result import Result


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """``path:line: [CODE(name), symbol] message`` for each finding, each on one line."""
    lines = []
    for result in results:
        for finding in result.findings:
            head = f"{finding.code}({finding.name}), {finding.symbol}"
            place = f"{printable(result.path)}:{finding.range.start_line + 1}"
            lines.append(f"{place}: [{head}] {' '.join(finding.message.split())}\n")
    return "".join(lines)
