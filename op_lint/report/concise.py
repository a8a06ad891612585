"""One line for each finding."""

from __future__ import annotations

from collections.abc import Sequence

from op_lint.report.text import pieces
from op_lint.result import Result


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """``path:line:column: severity CODE message (name)``, each on a line of its own."""
    return "".join(text for text, _ in pieces(results, source=False))
