"""A decision after a line that is still being typed."""

from op_runtime import agentic_function, decision

@agentic_function(input={"a": {"description": "The a."}})
def work(a: str) -> str:
    """Do the work."""
    return a


broken = work(  # half-typed
@agentic_function(inp  # half-typed


def decide(runtime):
    return decision.make("Pick one.", {"work": work, "stop": "STOP"}, runtime=runtime)
