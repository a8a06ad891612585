"""Starred assignment of names and nested lists."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    first, *rest = ["a", "b", "c"]
    options = [first, *rest]
    return decision.make("Pick one.", options, runtime=runtime)
