"""TypedDicts: total, not total, inherited."""

from typing import TypedDict

from op_runtime import agentic_function

class Full(TypedDict):
    name: str
    tags: list[str]


class Partly(Full, total=False):
    age: int


@agentic_function
def work(a: Full, b: Partly, c: dict[str, Full]) -> str:
    """Do the work."""
    return "done"
