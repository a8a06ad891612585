"""An option name that is computed."""

import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    # expect-unknown: os.sep
    options = {os.sep: go, "stay": stay}
    return decision.make("Pick one.", options, runtime=runtime)
