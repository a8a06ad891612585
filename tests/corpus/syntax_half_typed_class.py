"""A class that is still being typed, above and below."""

from op_runtime import agentic_function, decision


class Draft(  # half-typed


@agentic_function(input={"a": {"description": "The a."}})
def work(a: str) -> str:
    """Do the work."""
    return a


def decide(runtime):
    return decision.make("Pick one.", [work], runtime=runtime)
