"""The last line of the file is still being typed."""

from op_runtime import agentic_function, decision


@agentic_function
def work(a: str) -> str:
    """Do the work."""
    return a


def decide(runtime):
    return decision.make("Pick one.", {"work": work, "stop": ("STOP", "Enough.")}, runtime=runtime)


def next_one(self, x: int =  # half-typed
