"""A decision in a loop, with options that change nothing."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    for _ in range(3):
        decision.make("Pick one.", {"go": go, "stay": stay}, runtime=runtime)
