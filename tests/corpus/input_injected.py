"""All injected names are hidden, wherever they stand."""

from op_runtime import Runtime, agentic_function

@agentic_function(input={"a": {"description": "The a."}})
def work(runtime, a: str, exec_runtime=None, *, review_runtime: "Runtime | None" = None) -> str:
    """Do the work."""
    return a
