"""A module of the project that does not exist: only its own parts are unknown."""

try:
    from not_there import other
except ImportError:
    from os import getcwd as other

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def decide(runtime):
    # expect-unknown: not_there
    return decision.make("Pick one.", {"go": go, "other": other, "described": (other, "Known text.")}, runtime=runtime)
