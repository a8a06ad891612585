"""Text annotations with defaults, classes and aliases together."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from enum import Enum
from typing import ClassVar, Literal

from op_runtime import agentic_function

class Mood(Enum):
    GOOD = "good"


@dataclass
class Row:
    name: str
    next: Row | None = None
    moods: list[Mood] = field(default_factory=list)
    when: ClassVar[int] = 3
    hidden: InitVar[int] = 0


Alias = tuple[Row, ...]


@agentic_function
def work(a: Row | None, b: Alias = (), c: dict[str, Row] | None = None, d: Literal[Mood.GOOD] = Mood.GOOD, e: 'Row' = None) -> str:
    """Do the work."""
    return "done"
