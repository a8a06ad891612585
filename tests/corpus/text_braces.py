"""Braces and percent signs are text."""

from op_runtime import agentic_function, decision

@agentic_function(input={"a": {"description": "A template such as {name} or %s or {{x}}."}})
def work(a: str = "{a}") -> str:
    """Fill {everything} in, 100%."""
    return a


def decide(runtime):
    return decision.make("Pick {one}.", {"work {x}": work, "%s": ("{}", "%d {y}")}, runtime=runtime)
