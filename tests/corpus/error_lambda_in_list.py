"""A lambda in a list has no name."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", [lambda x: x], runtime=runtime)
