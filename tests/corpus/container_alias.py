"""A variable for a variable."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = [go, stay]


def decide(runtime):
    first = OPTIONS
    second = first
    return decision.make("Pick one.", second, runtime=runtime)
