"""A default that is not of the annotated type."""

from op_runtime import agentic_function

@agentic_function
def work(a: int = None, b: str = 3, c: list[str] = None) -> str:
    """Do the work."""
    return "done"
