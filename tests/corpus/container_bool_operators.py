"""`or` and `and` between containers."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = None or {"go": go}
    more = {} or {"stay": stay}
    options = {**options, **more}
    return decision.make("Pick one.", options, runtime=runtime)
