"""A list item that is a name and a schema without description."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", [("emit", {"a": int})], runtime=runtime)
