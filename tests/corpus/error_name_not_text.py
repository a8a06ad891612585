"""An option name that is a number."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {1: "one"}, runtime=runtime)
