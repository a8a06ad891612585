"""Two names that swap their values."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    a, b = ["x"], ["y"]
    a, b = b, a
    return decision.make("Pick one.", a, runtime=runtime)
