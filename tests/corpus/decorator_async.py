"""Async agentic functions and generators."""

from op_runtime import agentic_function

@agentic_function
async def fetch(url: str) -> str:
    """Fetch it."""
    return url


@agentic_function
def stream(count: int):
    """Stream it."""
    yield count
