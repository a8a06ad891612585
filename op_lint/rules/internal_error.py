"""OP005: op-lint itself failed."""

from __future__ import annotations

from op_lint.finding import Finding
from op_lint.read.expr import Range
from op_lint.rules.base import Context, Rule

REPORT = "please report it with this file, or the part of it that shows the error"


class InternalError(Rule):
    """A rule, or the analysis of a file, failed. Everything else was checked.

    Why: a fault of op-lint must not hide what the other rules have to say, and must not go unseen.

    Fix: none. Please report it.
    """

    code = "OP005"
    name = "internal-error"
    severity = "error"
    summary = "a rule failed; the others ran"

    def of(self, context: Context, error: Exception, what: str) -> Finding:
        """The finding for one failure: ``what`` failed with ``error``."""
        text = f"{what} failed with {type(error).__name__}: {error}"
        return context.finding(self, Range(0, 0, 0, 0), f"{text}; {REPORT}")
