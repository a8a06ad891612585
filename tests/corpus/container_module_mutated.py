"""A module constant that the module goes on to fill, also after the function."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}

OPTIONS["stay"] = stay
OPTIONS |= {"more": 1}


def decide(runtime):
    return decision.make("Pick one.", OPTIONS, runtime=runtime)


OPTIONS["late"] = "LATE"
