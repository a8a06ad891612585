"""Options in a class attribute."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


class Desk:
    OPTIONS = {"go": go, "stay": stay}


def decide(runtime):
    return decision.make("Pick one.", Desk.OPTIONS, runtime=runtime)
