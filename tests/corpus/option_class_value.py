"""A class is a value, not a function."""

from op_runtime import decision

class AbortSignal:
    """Raised later."""


def decide(runtime):
    return decision.make("Pick one.", {"abort": AbortSignal, "abort_now": (AbortSignal(), "When stuck."), "number": int}, runtime=runtime)
