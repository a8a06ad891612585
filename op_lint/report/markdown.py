"""A table in Markdown, for comments and job summaries."""

from __future__ import annotations

import re
from collections.abc import Sequence

from op_lint.report.text import summary
from op_lint.result import Result
from op_lint.rules import url

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """One row for each finding, below a line that counts them."""
    said = [f"{escaped(failure)}\n" for failure in failures]
    counted = summary(results)
    if not counted:
        return "\n".join([*said, "op-lint: nothing found\n"])
    rows = ["| Place | Severity | Rule | What |\n|---|---|---|---|\n"]
    for result in results:
        for finding in result.findings:
            place = escaped(f"{result.uri}:{finding.range.start_line + 1}")
            address = url(finding.code)
            rule = f"[{finding.code}]({address}) {finding.name}" if address else f"{finding.code} {finding.name}"
            rows.append(f"| {place} | {finding.severity} | {rule} | {escaped(finding.message)} |\n")
    return "\n".join([*said, f"op-lint: {counted}\n", "".join(rows)])


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
