"""An Enum with methods, computed values and constants that are no members."""

from enum import Enum, auto

from op_runtime import agentic_function

BASE = "metre"


class Unit(Enum):
    """Units."""

    METRE = BASE
    KILO = "kilo" + BASE

    def label(self) -> str:
        return self.value

    @property
    def short(self) -> str:
        return self.value[0]


class Number(Enum):
    ONE = auto()
    TWO = auto()
    TEN = 10
    NEXT = auto()


@agentic_function
def work(a: Unit, b: Number) -> str:
    """Do the work."""
    return "done"
