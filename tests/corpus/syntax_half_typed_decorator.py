"""Another function's decorator is still being typed."""

from op_runtime import agentic_function, decision


@agentic_function(input={"a": {"description": "The a."}})
def work(a: str) -> str:
    """Do the work."""
    return a


@agentic_function(input={"b": {"desc  # half-typed


def decide(runtime):
    return decision.make("Pick one.", [work], runtime=runtime)
