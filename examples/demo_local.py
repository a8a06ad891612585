"""Lets a real language model, which runs in this process, decide what happens next: no network, no key."""

from __future__ import annotations

import sys
import time

from op_runtime import LLMError, Runtime, agentic_function, decision
from op_runtime.exec.providers import LocalModel
from op_runtime.trace.tree import totals, tree_text


def say(text: str = "") -> None:
    """Effect: writes one line of text, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


@agentic_function(input={"order": {"description": "The number of the order."}})
def refund(order: int, reason: str = "") -> str:
    """Give the customer the money back for one order."""
    return f"order {order} is paid back" + (f" ({reason})" if reason else "")


@agentic_function(input={"team": {"description": "Who can help.", "options": ["delivery", "billing"]}})
def hand_over(team: str) -> str:
    """Hand the ticket to another team."""
    return f"the team {team} has the ticket"


OPTIONS = {
    "refund": refund,
    "hand_over": hand_over,
    "ask_back": ("Ask the customer one question.", {"question": str}),
    "close": ("nothing is left to do", "Close the ticket."),
}

TICKETS = (
    "My parcel for order 8812 arrived broken. I want my money back.",
    "Where is my parcel? It was due last week.",
)


@agentic_function
def next_step(ticket: str, runtime: object = None) -> object:
    """Decide what happens next to one ticket."""
    return decision.make(f"You work at a support desk. A customer writes:\n{ticket}\n\nPick what to do next.", OPTIONS)


def main() -> int:
    """Effect: makes two decisions in each of two ways. Gives 0 when every one was valid."""
    try:
        model = LocalModel(max_tokens=80)
    except LLMError as error:
        say(str(error))
        return 2
    say(f"The model: {model.path.name}, {model.path.stat().st_size / 1e6:.0f} MB, on one core")
    say("The menu that it reads:\n")
    say(decision.render_options(OPTIONS))
    ways = {
        True: "Constrained: it can write nothing but a valid pick",
        "reask": "Free, and constrained when asked again",
    }
    for constrain, title in ways.items():
        say(f"=== {title} ===\n")
        runtime = Runtime(model, constrain=constrain)
        for ticket in TICKETS:
            started = time.perf_counter()
            result = next_step(ticket, runtime=runtime)
            say(f"{ticket}\n    -> {result}   ({time.perf_counter() - started:.1f} s)")
        say(f"\nThe trace: {totals(runtime.trace.nodes)}\n")
        say(tree_text(runtime.trace.nodes) + "\n")
    model.close()
    say("Every decision was valid, and its next step was carried out.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
