"""exec(choices=...): the menu is the last part of the message."""

from op_runtime import agentic_function, decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


@agentic_function(input={"ticket": {"description": "The ticket."}})
def decide(ticket: str = "none", runtime=None):
    """Read the ticket, then decide."""
    return runtime.exec(f"Read this: {ticket}", choices={"go": go, "close": {"status": "closed"}})
