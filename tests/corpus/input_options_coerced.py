"""Allowed values become values of the parameter's type."""

from op_runtime import agentic_function

@agentic_function(input={"size": {"options": ["5", "10"]}, "share": {"options": [1, 2.5]}, "many": {"options": ["a", "b"]}, "maybe": {"options": [1, 2]}})
def work(size: int, share: float, many: list[str], maybe: int | None = None) -> str:
    """Do the work."""
    return "done"
