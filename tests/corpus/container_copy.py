"""Copies of containers."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


BASE = {"go": go}
NAMES = ["a"]


def decide(runtime):
    options = dict(BASE)
    more = list(NAMES)
    options = options.copy()
    options["more"] = "MORE"
    more.append("x")
    return decision.make("Pick one.", options, runtime=runtime)
