"""Literals of constants, of Enum members and of aliases."""

from enum import Enum
from typing import Literal, Optional

from op_runtime import agentic_function

class Mood(Enum):
    GOOD = "good"


Mode = Literal["fast", "slow"]


@agentic_function
def work(a: Mode, b: Literal[Mood.GOOD, "x"], c: Literal["a"] | Literal["b"], d: Optional[Mode] = "fast") -> str:
    """Do the work."""
    return "done"
