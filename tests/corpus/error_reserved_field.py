"""A schema field named decision."""

from op_runtime import decision

def decide(runtime):
    # expect-error: ValueError
    return decision.make("Pick one.", {"plan": ("Plan.", {"decision": str})}, runtime=runtime)
