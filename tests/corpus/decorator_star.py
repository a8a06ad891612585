"""Everything through a star import."""

from op_runtime import *

@agentic_function
def one(a: int) -> int:
    """One."""
    return a


def decide(runtime):
    return decision.make("Pick one.", [one], runtime=runtime)
