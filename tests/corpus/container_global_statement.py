"""A global that the same function sets."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}


def decide(runtime):
    global OPTIONS
    OPTIONS = {"stay": stay}
    return decision.make("Pick one.", OPTIONS, runtime=runtime)
