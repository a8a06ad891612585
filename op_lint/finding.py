"""A finding, its fix, and the text edits that the fix is made of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from op_lint.read.expr import Range

Severity: TypeAlias = Literal["error", "warning", "info"]
Safety: TypeAlias = Literal["safe", "unsafe"]


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace ``range`` (0-based lines, columns in code points) by ``text``; an empty range inserts."""

    range: Range
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that are applied together or not at all."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a finding; ``path`` is None for the finding's own file."""

    range: Range
    message: str
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule has to say about one place of a file."""

    code: str
    name: str
    severity: Severity
    range: Range
    message: str
    fix: Fix | None = None
    related: tuple[Related, ...] = field(default=())
    suppressed: bool = False
    symbol: str = ""
    """The qualified function (and parameter) it is about, such as ``Desk.find.q``; empty for the file."""
    group: str = ""
    """Set where it holds only together with a finding of another file: see ``across``."""

    def suppress(self) -> Finding:
        """The same finding, marked as suppressed."""
        return replace(self, suppressed=True)
