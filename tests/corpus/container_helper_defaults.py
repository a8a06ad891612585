"""A helper with default and keyword arguments."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def build(first="a", *, last="b"):
    return [first, last, go]


def decide(runtime):
    options = build(last="z")
    return decision.make("Pick one.", options, runtime=runtime)
