"""Classes inside classes."""

from dataclasses import dataclass
from enum import Enum

from op_runtime import agentic_function

class Outer:
    class Mood(Enum):
        GOOD = "good"
        BAD = "bad"

    @dataclass
    class Row:
        name: str
        mood: "Outer.Mood"


@agentic_function
def work(a: Outer.Mood, b: Outer.Row, c: "list[Outer.Row]") -> str:
    """Do the work."""
    return "done"
