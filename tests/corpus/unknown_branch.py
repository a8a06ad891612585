"""An option that a condition adds."""

import os

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    # expect-unknown: stay
    options = {"go": go}
    if os.environ.get("HOME_OFFICE", "1"):
        options["stay"] = stay
    return decision.make("Pick one.", options, runtime=runtime)
