"""Constant conditions."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go}
    if True:
        options["stay"] = stay
    return decision.make("Pick one.", options, runtime=runtime)
