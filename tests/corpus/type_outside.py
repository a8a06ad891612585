"""A type of the standard library that is not read."""

import http

from op_runtime import agentic_function


@agentic_function(
    # expect-unknown: http.HTTPStatus
    input={"a": {"description": "What to look for."}}
)
def work(a: http.HTTPStatus) -> str:
    """Do the work."""
    return "done"
