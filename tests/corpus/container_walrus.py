"""Options named inside the call."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    return decision.make("Pick one.", (options := {"go": go, "stay": stay}), runtime=runtime)
