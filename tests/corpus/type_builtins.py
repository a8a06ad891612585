"""Parameters of the built-in types."""

from op_runtime import agentic_function

@agentic_function
def work(a: str, b: int, c: float, d: bool, e: list, f: dict, g: tuple, h: set, i: None, j: object) -> str:
    """Do the work."""
    return "done"
