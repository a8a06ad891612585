"""A description that is computed."""

import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    # expect-unknown: os.getcwd()
    options = {"go": (go, os.getcwd()), "stay": stay}
    return decision.make("Pick one.", options, runtime=runtime)
