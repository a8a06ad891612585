"""A nested object whose fields all have meta names."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"plan": ("Plan.", {"step": {"type": str, "description": str}})}, runtime=runtime)
