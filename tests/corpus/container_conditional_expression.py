"""A value out of a conditional expression: whichever arm it is, the menu is the same."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go, "mood": "GOOD" if len(str(runtime)) > 3 else "BAD"}
    return decision.make("Pick one.", options, runtime=runtime)
