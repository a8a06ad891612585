"""Positional-only and keyword-only parameters, *args and **kwargs."""

from op_runtime import agentic_function

@agentic_function
def work(a: int, /, b: int, *rest: str, c: int = 1, d: str, **more: int) -> str:
    """Do the work."""
    return "done"
