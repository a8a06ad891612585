"""Constants out of tuple assignments."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


FIRST, (SECOND, *REST) = "first", ("second", "third")


def decide(runtime):
    options = {FIRST: go, SECOND: stay}
    return decision.make("Pick one.", options, runtime=runtime)
