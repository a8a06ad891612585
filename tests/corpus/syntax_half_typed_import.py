"""An import that is still being typed."""

from op_runtime import agentic_function, decision
from os import  # half-typed
import  # half-typed


@agentic_function
def work(a: str) -> str:
    """Do the work."""
    return a


def decide(runtime):
    return decision.make("Pick one.", [work], runtime=runtime)
