"""OP002: a file whose text cannot be had."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule


class UnreadableFile(Rule):
    """A file that cannot be turned into text: its encoding, its size or its permissions are in the way.

    Why: Python cannot import it either, or op-lint cannot say anything about it.

    Fix: none.
    """

    code = "OP002"
    name = "unreadable-file"
    severity = "error"
    summary = "the file cannot be read: encoding, size or permission"
    across = True
    bad = (
        Example("«»# coding: klingon\nimport op_runtime\n"),
        Example("import op_runtime\n«»name = '\x00'\n"),
    )
    good = (
        Example("# coding: utf-8\nimport op_runtime\n"),
        Example("# coding is fun\nimport op_runtime\nname = 'é'\n"),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report why the file could not be read."""
        for problem in context.facts.problems:
            if problem.kind == "unreadable":
                yield context.finding(self, problem.range, problem.message)
