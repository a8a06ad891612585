"""Options in a tuple."""

from op_runtime import decision

def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", ("stop", "go"), runtime=runtime)
