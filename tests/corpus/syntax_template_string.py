"""A t-string beside a decision, and except without parentheses."""

# python: 3.14
from op_runtime import agentic_function, decision

@agentic_function
def work(a: str) -> str:
    """Do the work."""
    try:
        return str(t"{a}")
    except ValueError, TypeError:
        return a


def decide(runtime):
    return decision.make("Pick one.", {"work": work}, runtime=runtime)
