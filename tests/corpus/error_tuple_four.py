"""A tuple of four."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"emit": (1, 2, 3, 4)}, runtime=runtime)
