"""A name that is deleted and bound again."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}

del OPTIONS
OPTIONS = {"stay": stay}


def decide(runtime):
    return decision.make("Pick one.", OPTIONS, runtime=runtime)
