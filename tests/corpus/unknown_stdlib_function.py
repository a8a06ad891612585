"""A function of another package: its signature is not in the project."""

import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    # expect-unknown: os.listdir
    options = {"list": os.listdir, "go": go}
    return decision.make("Pick one.", options, runtime=runtime)
