"""Spreads of known dicts."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


BASE = {"go": go, "stay": "replaced"}


def decide(runtime):
    options = {**BASE, "stay": stay, **{"done": 1}}
    return decision.make("Pick one.", options, runtime=runtime)
