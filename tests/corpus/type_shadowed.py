"""Names of built-in types that the module binds to others."""

from op_runtime import agentic_function

class str:
    """Not the built-in."""


list = dict
Optional = int


@agentic_function
def work(a: str, b: list, c: Optional) -> str:
    """Do the work."""
    return "done"
