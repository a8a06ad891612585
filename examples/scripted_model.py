"""What the embedded model says about the five tickets, in order; a real one is any callable that takes messages."""

from op_runtime.exec.model import Reply, ToolCall


def look_up(number: str) -> Reply:
    """A reply that wants a tool run before it decides."""
    return Reply(tool_calls=(ToolCall("look_up_order", {"order_number": number}),))


def order(number: str, problem: str, wanted: str, amount: float | None = None) -> dict[str, object]:
    """One order as the model describes it."""
    return {"number": number, "problem": problem, "wanted": wanted, "amount": amount}


REPLIES: list[object] = [
    # T-1: a broken cup. One pick names an option that does not exist: the model is asked again.
    look_up("A-1001"),
    {
        "call": "about_orders",
        "args": {
            "topic": "damage",
            "urgency": "normal",
            "orders": [order("A-1001", "The cup is broken.", "money", 18.5)],
        },
    },
    {"call": "refund", "args": {"order_number": "A-1001", "amount": 18.5, "reason": "damaged"}},
    'I will write to her.\n{"call": "reply", "args": {"greeting": "Dear Mara,"}}',
    {
        "call": "answer",
        "args": {
            "greeting": "Dear Mara,",
            "paragraphs": [{"text": "We have paid back 18.50 euros.", "about_order": "A-1001"}],
            "tone": "sorry",
        },
    },
    {"call": "close"},
    # T-2: a lost lamp and a lawyer.
    look_up("A-1002"),
    "The order is lost and the customer is angry.\n"
    '{"call": "about_orders", "args": {"topic": "delivery", "urgency": "high", '
    '"orders": [{"number": "A-1002", "problem": "Lost by the carrier.", "wanted": "replacement"}]}}',
    {"call": "escalate", "args": {"team": "legal", "note": "A lamp was lost. He names a lawyer.", "urgent": True}},
    # T-3: charged twice, nobody knows for what.
    {"call": "general_question", "args": {"topic": "billing", "question": "Was the card charged twice?"}},
    {"call": "ask_back", "args": {"question": "Which order number is on your receipt?"}},
    # T-4: advertising.
    {"call": "spam"},
    # T-5: shipping to Iceland.
    {"call": "general_question", "args": {"topic": "other", "question": "Do you ship to Iceland, and for how much?"}},
    {
        "call": "answer",
        "args": {
            "greeting": "Dear Pia,",
            "paragraphs": [{"text": "We do, for 12 euros.", "about_order": None}],
            "tone": "friendly",
        },
    },
    {"call": "close"},
]
