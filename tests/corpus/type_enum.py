"""Enums of every base as parameters."""

from enum import Enum, IntEnum, StrEnum, auto

from op_runtime import agentic_function

class Colour(Enum):
    RED = "red"
    GREEN = "green"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Word(StrEnum):
    YES = "yes"
    NO = "no"


class Auto(StrEnum):
    FIRST = auto()
    SECOND_ONE = auto()


class Aliased(Enum):
    BIG = "big"
    LARGE = "big"
    PAIR = (1, 2)


@agentic_function
def work(a: Colour, b: Level, c: Word, d: Auto, e: Aliased, f: Colour | None = None, g: Colour = Colour.GREEN) -> str:
    """Do the work."""
    return "done"
