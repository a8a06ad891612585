"""The summary runs over two lines, as a formatter left it."""

from op_runtime import agentic_function


@agentic_function(input={"order": {"description": "The order number."}})
def cancel_order(order: str) -> str:
    """Cancel an order that has not been sent yet and
    tell the customer about it.
    """
    return f"Order {order} is cancelled."
