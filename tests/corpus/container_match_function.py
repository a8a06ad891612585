"""Handlers out of a dict by a constant key."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


HANDLERS = {"go": go, "stay": stay}


def decide(runtime):
    options = {"go": HANDLERS["go"], "stay": HANDLERS.get("stay")}
    return decision.make("Pick one.", options, runtime=runtime)
