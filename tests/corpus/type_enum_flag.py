"""A Flag: what its members are worth is known when the program runs."""

from enum import Flag, auto

from op_runtime import agentic_function


class Bits(Flag):
    ONE = 1
    TWO = auto()


@agentic_function(
    # expect-unknown: Bits
    input={"b": {"description": "Which bits."}}
)
def work(b: Bits) -> str:
    """Do the work."""
    return "done"
