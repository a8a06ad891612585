"""input= made of a shared part and its own."""

from op_runtime import agentic_function

SHARED = {"b": {"description": "The b.", "options": [1, 2]}}


@agentic_function(input={**SHARED, "a": {"description": "The a."}} | dict(c={"description": "The c."}))
def work(a: str, b: int, c: str) -> str:
    """Do the work."""
    return "done"
