"""A tuple in handler position that is no option."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"point": (3, 4)}, runtime=runtime)
