"""A field in another schema dialect."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"plan": ("Plan.", {"step": {"type": str, "enum": ["a", "b"]}})}, runtime=runtime)
