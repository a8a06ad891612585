"""Agentic functions inside functions."""

from op_runtime import agentic_function, decision

def decide(runtime):
    @agentic_function(input={"a": {"description": "The a."}})
    def inner(a: int) -> int:
        """Inner."""
        return a

    def plain(b: float) -> float:
        """Plain."""
        return b

    return decision.make("Pick one.", [inner, plain], runtime=runtime)
