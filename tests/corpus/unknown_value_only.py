"""A value whose content is computed is still a value: nothing of it is in the menu."""

import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"home": (os.getcwd(), "Go home."), "go": go}
    return decision.make("Pick one.", options, runtime=runtime)
