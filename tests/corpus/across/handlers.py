"""Functions that other modules offer."""

from op_runtime import agentic_function

from .types import Mood, Order


@agentic_function(input={"order": {"description": "The order."}, "session_id": {"hidden": True}})
def refund(order: Order, mood: Mood = Mood.GOOD, session_id: str = "") -> str:
    """Pay an order back."""
    return order.number


def close(reason: str) -> str:
    """Close it."""
    return reason
