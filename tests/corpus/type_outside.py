"""A type of the standard library that is not read."""

import re

from op_runtime import agentic_function


@agentic_function(
    # expect-unknown: re.Pattern
    input={"a": {"description": "What to look for."}}
)
def work(a: re.Pattern[str]) -> str:
    """Do the work."""
    return "done"
