"""A dict comprehension over a constant."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


NAMES = ["one", "two"]


def decide(runtime):
    options = {name: name.upper() for name in NAMES}
    return decision.make("Pick one.", options, runtime=runtime)
