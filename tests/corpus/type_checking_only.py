"""A type that exists for the type checker only: at run time its name does not resolve."""

from typing import TYPE_CHECKING

from op_runtime import agentic_function

if TYPE_CHECKING:
    from pathlib import Path as Session

@agentic_function
def work(a: "Session", b: int, c: list["Session"]) -> str:
    """Do the work."""
    return "done"
