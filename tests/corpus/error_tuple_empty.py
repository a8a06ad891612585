"""An empty tuple."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"nothing": ()}, runtime=runtime)
