"""All annotations are text through the future import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from op_runtime import agentic_function

@agentic_function
def work(a: int, b: list[str], c: Optional[int], d: Literal['x', 'y'], e: Later | None = None) -> str:
    """Do the work."""
    return "done"


@dataclass
class Later:
    name: str
    other: Later | None = None
