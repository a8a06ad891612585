"""Optional of Optional, unions of equal types, None first."""

from typing import Optional, Union

from op_runtime import agentic_function

@agentic_function
def work(a: Optional[Optional[int]], b: None | int, c: int | int, d: Union[int, Union[str, None]], e: bool | int, f: float | int, g: list[int | None] | None) -> str:
    """Do the work."""
    return "done"
