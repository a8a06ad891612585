"""A handler out of a computation may be a function or a value."""

import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


HANDLERS = {"/": stay, "\\": go}


def decide(runtime):
    # expect-unknown: HANDLERS
    options = {"pick": HANDLERS[os.sep], "go": go}
    return decision.make("Pick one.", options, runtime=runtime)
