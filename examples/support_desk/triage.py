"""The work on a ticket: decide the next step, do it, until nothing is left to do."""

from __future__ import annotations

import json
from collections.abc import Iterable

from op_runtime import agentic_function, decision

from support_desk.actions import ask_customer, escalate, issue_refund
from support_desk.cases import CLOSED, Case, Outcome, find_case, open_case
from support_desk.intake import read_ticket
from support_desk.tickets import Ticket, load_orders

MAX_STEPS = 6

REPLY = {
    "greeting": str,
    "paragraphs": [{"text": str, "about_order": str | None}],
    "tone": {"description": "How it should sound.", "options": ["friendly", "formal", "sorry"]},
}

NEXT_STEPS = {
    "refund": issue_refund,
    "escalate": (escalate, "The customer threatens, or only another team can help."),
    "ask_back": ask_customer,
    "answer": ("Write to the customer what was done, or what the answer is.", REPLY),
    "close": (CLOSED, "The customer has what they need, or nothing can be done."),
}


@agentic_function(input={"session_id": {"hidden": True}})
def handle_ticket(session_id: str, runtime=None) -> list[Outcome]:
    """Work on an open ticket step by step until it is closed, handed over or waiting for the customer."""
    case = find_case(session_id)
    case.facts = read_ticket(case.ticket.as_text())
    if case.facts["decision"] == "spam":
        case.history.append(CLOSED)
    while not case.done and len(case.history) < MAX_STEPS:
        outcome = decision.make(
            "You decide what happens next to this ticket. Pick exactly one step.\n\n"
            f"{case.ticket.as_text()}\n\n"
            f"What we know: {json.dumps(case.facts, default=lambda value: value.value)}\n"
            f"Done so far:\n{case.so_far()}",
            NEXT_STEPS,
            context={"session_id": session_id},
        )
        case.history.append(as_outcome(outcome))
    return case.history


def as_outcome(result: object) -> Outcome:
    """A step's result as an outcome; a written answer becomes one."""
    if isinstance(result, Outcome):
        return result
    assert isinstance(result, dict)
    text = " ".join(paragraph["text"] for paragraph in result["paragraphs"])
    return Outcome(f"Answered ({result['tone']}): {result['greeting']} {text}")


def work_through(tickets: Iterable[Ticket], runtime: object) -> list[Case]:
    """Effect: handles each ticket in turn with ``runtime``, and gives back the finished cases."""
    cases = []
    for ticket in tickets:
        case = open_case(f"session-{ticket.number}", ticket, load_orders())
        handle_ticket(case.session_id, runtime=runtime)
        cases.append(case)
    return cases
