"""What the desk can do about a ticket: each action may be picked by the model or called from Python."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from op_runtime import agentic_function

from support_desk.cases import Outcome, find_case


class Reason(Enum):
    """Why money goes back."""

    DAMAGED = "damaged"
    LATE = "late"
    LOST = "lost"
    CHARGED_TWICE = "charged twice"


@agentic_function(
    input={
        "order_number": {"description": "The order, as the ticket or the look-up names it.", "placeholder": "A-1001"},
        "amount": {"description": "Euros to pay back, at most what was paid."},
        "reason": {"description": "Why the customer gets it."},
        "session_id": {"hidden": True},
    }
)
def issue_refund(order_number: str, amount: float, reason: Reason, session_id: str) -> Outcome:
    """Pay money back for an order that arrived damaged, late or not at all."""
    try:
        order = find_case(session_id).refund(order_number, amount)
    except ValueError as error:
        return Outcome(f"Refund refused: {error}")
    return Outcome(f"Refunded {amount:.2f} euros on {order.number} ({order.item}): {reason.value}.")


@agentic_function(
    input={
        "team": {"description": "Who takes over."},
        "note": {"description": "What they must know, in two sentences.", "multiline": True},
        "urgent": {"description": "Whether somebody must look at it today."},
        "session_id": {"hidden": True},
    }
)
def escalate(
    team: Literal["billing", "logistics", "legal"], note: str, session_id: str, urgent: bool = False
) -> Outcome:
    """Hand the ticket over to people who may do what this desk may not."""
    case = find_case(session_id)
    mark = "urgent, " if urgent else ""
    return Outcome(f"Handed {case.ticket.number} over to {team} ({mark}{note})", done=True)


@agentic_function(
    input={
        "question": {"description": "One question that the customer can answer by mail.", "multiline": True},
        "channel": {"description": "How the question reaches the customer.", "options": ["mail", "phone"]},
        "session_id": {"hidden": True},
    }
)
def ask_customer(question: str, session_id: str, channel: str = "mail") -> Outcome:
    """Ask the customer for something that the ticket and the order do not say."""
    customer = find_case(session_id).ticket.customer
    return Outcome(f"Asked {customer} by {channel}: {question}", done=True)
