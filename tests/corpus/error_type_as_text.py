"""A type given as text."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"plan": ("Plan.", {"step": {"type": "str"}})}, runtime=runtime)
