"""A function that is wrapped after its definition."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def wrap(fn):
    return lambda other: fn(other)


go = wrap(go)


def decide(runtime):
    options = {"go": go}
    return decision.make("Pick one.", options, runtime=runtime)
