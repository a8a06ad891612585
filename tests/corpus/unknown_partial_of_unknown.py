"""A partial of a function that is not in the project."""

import functools
import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    # expect-unknown: listdir
    options = {"list": functools.partial(os.listdir), "go": go}
    return decision.make("Pick one.", options, runtime=runtime)
