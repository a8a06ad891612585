"""A string that is still open on its line."""

from op_runtime import agentic_function, decision

@agentic_function
def work(a: str) -> str:
    """Do the work."""
    return a


label = "still open  # half-typed


def decide(runtime):
    return decision.make("Pick one.", {"work": work}, runtime=runtime)
