"""A plain class with an annotated __init__ is opaque."""

from op_runtime import agentic_function

class Engine:
    power: int = 3

    def __init__(self, power: int) -> None:
        self.power = power


@agentic_function
def work(a: Engine, b: Engine | None = None) -> str:
    """Do the work."""
    return "done"
