"""No options in a list."""

from op_runtime import decision

def decide(runtime):
    # expect-error: ValueError
    return decision.make("Pick one.", [], runtime=runtime)
