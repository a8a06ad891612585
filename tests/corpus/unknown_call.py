"""Some options come out of a computation: the others are exact."""

import json

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def extra_options():
    return json.loads('{"more": "MORE"}')


def decide(runtime):
    # expect-unknown: extra_options()
    options = {"go": go, **extra_options(), "stay": stay}
    return decision.make("Pick one.", options, runtime=runtime)
