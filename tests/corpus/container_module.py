"""Options in a constant of the module."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go, "stay": (stay, "When tired."), "done": "DONE"}


def decide(runtime):
    return decision.make("Pick one.", OPTIONS, runtime=runtime)
