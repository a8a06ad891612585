"""The last assignment before the call counts."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go}
    options = {"stay": stay}
    return decision.make("Pick one.", options, runtime=runtime)
