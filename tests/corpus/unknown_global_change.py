"""A module constant that another function changes."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}


def register(name, handler):
    OPTIONS[name] = handler


def decide(runtime):
    # expect-unknown: OPTIONS
    return decision.make("Pick one.", OPTIONS, runtime=runtime)
