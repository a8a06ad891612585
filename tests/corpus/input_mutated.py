"""input= in a dict that the module goes on to change."""

from op_runtime import agentic_function

INPUT = {"a": {"description": "The a."}}
INPUT["b"] = {"description": "The b."}
INPUT["a"]["options"] = ["x", "y"]


@agentic_function(
    # expect-unknown: INPUT
    input=INPUT
)
def work(a: str, b: str) -> str:
    """Do the work."""
    return a
