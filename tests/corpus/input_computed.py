"""A description that only the running program knows."""

import os

from op_runtime import agentic_function

@agentic_function(
    # expect-unknown: os.getcwd()
    input={"a": {"description": os.getcwd()}, "b": {"description": "Known."}}
)
def work(a: str, b: str) -> str:
    """Do the work."""
    return a
