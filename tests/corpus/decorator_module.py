"""The decorator as an attribute of its module, under an alias."""

import op_runtime
import op_runtime as op

@op.agentic_function(input={"a": {"description": "The a."}})
def one(a: int) -> int:
    """One."""
    return a


@op_runtime.agentic_function
def two(a: int) -> int:
    """Two."""
    return a


def decide(runtime):
    return op.decision.make("Pick one.", [one, two], runtime=runtime)
