"""A small desk: one decision, three things to pick."""

from op_runtime import agentic_function, decision


@agentic_function(
    input={
        "order": {"description": "The order number.", "multiline": False, "placeholder": "A-1001"},
        "amount": {"description": "Euros to pay back."},
        "reason": {"description": "Why the customer gets it.", "options": ["damaged", "late"]},
        "notify": {"description": "Whether the customer is told."},
        "session": {"hidden": True},
        "runtime": {"hidden": True},
    }
)
def refund(order: str, amount: float, reason: str, session: str, notify: bool = True, runtime=None):
    """Pay money back for an order."""


@agentic_function(
    input={
        "note": {"description": "What they must know."},
        "helper": {"description": "Who takes over.", "options_from": "functions"},
        "runtime": {"hidden": True},
    }
)
def escalate(note: str, helper: str, runtime=None):
    """Hand the ticket over."""


@agentic_function(input={"ticket": {"description": "The ticket, as the customer wrote it."}})
def handle(ticket: str, runtime=None):
    """Handle one ticket."""
    return decision.make(
        f"Pick what happens next.\n\n{ticket}",
        {
            "refund": refund,
            "escalate": escalate,
            "close": ("CLOSED", "Nothing is left to do."),
        },
        context={"session": "s-1"},
    )
