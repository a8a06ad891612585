"""Quotes inside the braces of an f-string."""

# python: 3.12
from op_runtime import agentic_function, decision

NAMES = {"a": "one"}


@agentic_function
def work(a: str) -> str:
    """Do the work."""
    return f"{NAMES["a"]} {f"{a}"}"


def decide(runtime):
    return decision.make("Pick one.", {"work": (work, f"{"When"} needed.")}, runtime=runtime)
