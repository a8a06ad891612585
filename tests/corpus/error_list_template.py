"""A list schema with two templates."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"plan": ("Plan.", {"steps": [str, int]})}, runtime=runtime)
