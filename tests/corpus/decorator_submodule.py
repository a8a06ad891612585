"""The decorator and the decision from their own modules."""

from op_runtime import function
from op_runtime import decision as dec
from op_runtime.decision import make
from op_runtime.function import agentic_function

@agentic_function
def one(a: int) -> int:
    """One."""
    return a


@function.agentic_function
def two(a: int) -> int:
    """Two."""
    return a


def decide(runtime):
    return make("Pick one.", [one, two], runtime=runtime)


def decide_by_module(runtime):
    return dec.make("Pick again.", [two, one], runtime=runtime)
