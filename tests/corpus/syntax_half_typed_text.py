"""A text of many lines that is still open."""

from op_runtime import agentic_function, decision

TABLE = {"stop": ("STOP", "Enough.")}


@agentic_function
def before(a: str) -> str:
    """Do it before."""
    return a


label = """still open  # half-typed


@agentic_function(input={"a": {"description": "The a."}})
def work(a: str) -> str:
    """Do the work."""
    return a


OTHER = {"go": work, **TABLE, "before": before}


def decide(runtime):
    return decision.make("Pick one.", OTHER, runtime=runtime)
