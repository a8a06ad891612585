"""A list whose middle is computed."""

import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def names():
    return sorted(os.environ)[:1] and ["middle"]


def decide(runtime):
    # expect-unknown: names()
    options = [go, *names(), "last"]
    return decision.make("Pick one.", options, runtime=runtime)
