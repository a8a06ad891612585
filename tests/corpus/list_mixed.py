"""All list forms in one list, and the name= of a decorator."""

from op_runtime import agentic_function, decision

@agentic_function(name="pay_back", input={"order": {"description": "The order number."}})
def refund(order: str) -> str:
    """Pay an order back."""
    return order


def decide(runtime):
    return decision.make("Pick one.", [refund, "wait", ("stop", "Enough."), ("note", "Write it down.", {"text": str})], runtime=runtime)
