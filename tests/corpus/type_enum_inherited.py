"""An Enum that inherits methods, and one made by a call."""

from enum import Enum, StrEnum

from op_runtime import agentic_function

class Base(Enum):
    def shout(self) -> str:
        return self.value.upper()


class Mood(Base):
    GOOD = "good"
    BAD = "bad"


Colour = StrEnum("Colour", ["RED", "GREEN"])


@agentic_function
def work(a: Mood, c: Colour) -> str:
    """Do the work."""
    return "done"
