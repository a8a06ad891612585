"""A constant of a module that its package changes: whoever imports it may have."""

from op_runtime import decision

from .catalogue import LATE


def decide(runtime):
    # expect-unknown: LATE
    return decision.make("Pick one.", LATE, runtime=runtime)
