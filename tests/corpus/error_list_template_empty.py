"""A list schema without a template."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"plan": ("Plan.", {"steps": []})}, runtime=runtime)
