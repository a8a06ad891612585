"""A list item that is a number."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", ["stop", 3], runtime=runtime)
