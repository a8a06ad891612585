"""Named tuples as parameters, with defaults and lists of them."""

from typing import NamedTuple

from op_runtime import agentic_function

class Point(NamedTuple):
    """A point."""

    x: float
    y: float = 0.5


@agentic_function
def work(a: Point, b: list[Point]) -> str:
    """Do the work."""
    return "done"
