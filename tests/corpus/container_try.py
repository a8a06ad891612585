"""A name bound in try and in except."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    try:
        options = {"go": go}
    except ValueError:
        options = {"stay": stay}
    return decision.make("Pick one.", options, runtime=runtime)
