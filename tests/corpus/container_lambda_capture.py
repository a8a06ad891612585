"""Lambdas in a comprehension: the menu is the same for all."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {name: (lambda where, name=name: name) for name in ["a", "b"]}
    return decision.make("Pick one.", options, runtime=runtime)
