"""Imports inside try and if."""

try:
    from op_runtime import agentic_function
except ImportError:
    agentic_function = None

@agentic_function
def one(a: int) -> int:
    """One."""
    return a


def decide(runtime):
    from op_runtime import decision as local

    return local.make("Pick one.", [one], runtime=runtime)
