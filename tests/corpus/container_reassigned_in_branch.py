"""A name bound in two branches."""

import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    # expect-unknown: options
    if os.sep == "/":
        options = {"go": go}
    else:
        options = {"stay": stay}
    return decision.make("Pick one.", options, runtime=runtime)
