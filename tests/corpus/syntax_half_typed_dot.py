"""A decorator that ends in a dot."""

from op_runtime import agentic_function, decision

TABLE = {"stop": ("STOP", "Enough.")}


@agentic_function
def before(a: str) -> str:
    """Do it before."""
    return a


@before.  # half-typed


@agentic_function(input={"a": {"description": "The a."}})
# expect-unknown: a decorator of `work` does not parse
def work(a: str) -> str:
    """Do the work."""
    return a


OTHER = {"go": work, **TABLE, "before": before}


def decide(runtime):
    # expect-unknown: a decorator of `work` does not parse
    return decision.make("Pick one.", OTHER, runtime=runtime)
