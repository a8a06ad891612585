"""Options in a Final constant of the module."""

from typing import Final

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS: Final[dict[str, object]] = {"go": go, "stay": stay}


def decide(runtime):
    return decision.make("Pick one.", OPTIONS, runtime=runtime)
