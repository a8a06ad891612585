"""The first look at a ticket: the model may look up orders, and must end by saying what the ticket is about."""

from __future__ import annotations

from dataclasses import asdict

from op_runtime import agentic_function

from support_desk.tickets import Topic, Urgency, load_orders

SPAM = {"decision": "spam", "orders": []}

ABOUT_ORDERS = (
    "The customer writes about one order or more.",
    {
        "topic": Topic,
        "urgency": Urgency,
        "orders": [
            {
                "number": "The order number, such as A-1001.",
                "problem": {"type": str, "description": "What is wrong with it, in one sentence."},
                "wanted": {"description": "What would settle it.", "options": ["money", "replacement", "answer"]},
                "amount": {"type": float | None, "description": "Euros in question, where the ticket says so."},
            }
        ],
    },
)


@agentic_function(input={"order_number": {"description": "The order number, such as A-1001."}})
def look_up_order(order_number: str) -> dict[str, object]:
    """Look up what was ordered, what it cost and where it is."""
    order = load_orders().get(order_number)
    return asdict(order) if order else {"error": f"There is no order {order_number}."}


@agentic_function(input={"ticket": {"description": "The ticket, subject and body.", "multiline": True}})
def read_ticket(ticket: str, runtime=None) -> dict[str, object]:
    """Read a new ticket, look up its orders and say what it is about."""
    return runtime.exec(
        f"Read this ticket of our web shop. Look up every order it names before you sort it.\n\n{ticket}",
        tools=[look_up_order],
        choices={
            "about_orders": ABOUT_ORDERS,
            "general_question": ("A question without an order.", {"topic": Topic, "question": str}),
            "spam": (SPAM, "Advertising, or nothing that could be answered."),
        },
    )
