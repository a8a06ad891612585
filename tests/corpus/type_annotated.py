"""Annotated keeps the type only."""

from typing import Annotated

from op_runtime import agentic_function

@agentic_function
def work(a: Annotated[int, "metres"], b: Annotated[list[str], 1, 2], c: Annotated[str, "x"] | None = None) -> str:
    """Do the work."""
    return "done"
