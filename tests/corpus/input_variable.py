"""The whole input= is a constant of the module."""

from op_runtime import agentic_function

INPUT = {"a": {"description": "The a."}, "b": {"hidden": True}}


@agentic_function(input=INPUT)
def work(a: str, b: int) -> str:
    """Do the work."""
    return "done"
