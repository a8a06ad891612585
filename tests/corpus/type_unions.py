"""Unions and Optional in every spelling."""

from typing import Optional, Union

from op_runtime import agentic_function

@agentic_function
def work(a: int | None, b: Optional[str], c: Union[int, str], d: Union[int, None, str], e: int | float | bool, f: list[int | str] | None, g: "int | None" = None) -> str:
    """Do the work."""
    return "done"
