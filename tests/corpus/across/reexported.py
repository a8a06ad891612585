"""The decorator through the package's own name for it."""

from . import agentic, pay_back
from op_runtime import decision


@agentic(input={"a": {"description": "The a."}})
def work(a: str) -> str:
    """Do the work."""
    return a


def decide(runtime):
    return decision.make("Pick one.", [work, pay_back], runtime=runtime)
