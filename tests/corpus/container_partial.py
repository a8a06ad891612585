"""functools.partial of functions: bound arguments are hidden."""

import functools

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"home": functools.partial(go, "home"), "tired": functools.partial(stay, why="tired"), "free": functools.partial(stay)}
    return decision.make("Pick one.", options, runtime=runtime)
