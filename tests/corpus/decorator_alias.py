"""The decorator under another name."""

from op_runtime import agentic_function as af

agentic = af

@af
def one(a: int) -> int:
    """One."""
    return a


@agentic(input={"a": {"description": "The a."}})
def two(a: int) -> int:
    """Two."""
    return a
