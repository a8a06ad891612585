"""A dataclass with defaults, options and a nested one."""

from dataclasses import dataclass
from typing import ClassVar

from op_runtime import agentic_function

@dataclass(frozen=True, slots=True)
class Stop:
    place: str
    minutes: int = 5


@dataclass(kw_only=True)
class Trip:
    """A trip."""

    name: str
    stops: list[Stop]
    kind: ClassVar[str] = "trip"
    cost: float = -1.5

    def total(self) -> float:
        return self.cost


@agentic_function
def work(a: Trip, b: list[Trip], c: Trip | None = None) -> str:
    """Do the work."""
    return "done"
