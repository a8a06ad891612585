"""A loop variable of the same name."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}


def decide(runtime):
    # expect-unknown: OPTIONS
    for OPTIONS in [{"stay": stay}]:
        pass
    return decision.make("Pick one.", OPTIONS, runtime=runtime)
