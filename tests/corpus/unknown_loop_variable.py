"""Options that a loop over computed names adds."""

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
    options = {"go": go}
    for name in os.listdir("/"):
        options[name] = name
    return decision.make("Pick one.", options, runtime=runtime)
