"""A list of functions, named by themselves."""

from op_runtime import agentic_function, decision

@agentic_function(input={"order": {"description": "The order number."}})
def refund(order: str) -> str:
    """Pay an order back."""
    return order


def close(reason: str = "done") -> str:
    """Close the case."""
    return reason


@agentic_function
def decide(runtime=None):
    """Choose."""
    return decision.make("Pick one.", [refund, (close, "When nothing is left.")])
