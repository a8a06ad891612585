"""options that are text."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"plan": ("Plan.", {"step": {"options": "abc"}})}, runtime=runtime)
