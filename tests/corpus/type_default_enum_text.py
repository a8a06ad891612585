"""Defaults that are members, values of members, and negative or joined constants."""

from enum import Enum

from op_runtime import agentic_function

class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


LIMIT = 3
PREFIX = "p"


@agentic_function
def work(a: Mood = Mood.BAD, b: str = Mood.BAD.value, c: int = -LIMIT, d: str = PREFIX + 'x', e: list[Mood] = [Mood.BAD], f: Mood | None = Mood.BAD, g: float = 1 / 4, h: str = f'{PREFIX}y') -> str:
    """Do the work."""
    return "done"
