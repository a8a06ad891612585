"""A name that is set afterwards."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


go.__name__ = "travel"


def decide(runtime):
    # expect-unknown: go.__name__
    options = [go]
    return decision.make("Pick one.", options, runtime=runtime)
