"""A partial in a list has the name of its function."""

from functools import partial

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = [partial(go, where="home"), (partial(stay), "Stay.")]
    return decision.make("Pick one.", options, runtime=runtime)
