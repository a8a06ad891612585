"""A schema value that is no type."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"plan": ("Plan.", {"step": 3})}, runtime=runtime)
