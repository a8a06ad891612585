"""Names of the older framework, which the compatibility layer makes importable."""

# compat
from openprogram.agentic_programming import agentic_function, decision
from openprogram.agentic_programming.function import agentic_function as af


@agentic_function(input={"a": {"description": "The a."}})
def one(a: int) -> int:
    """One."""
    return a


@af
def two(b: str) -> str:
    """Two."""
    return b


def decide(runtime):
    return decision.make("Pick one.", [one, two], runtime=runtime)
