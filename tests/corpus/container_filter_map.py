"""map and filter with lambdas and functions."""

from op_runtime import decision

def decide(runtime):
    options = list(map(str.upper, ["a", "b"])) + list(filter(None, ["x", ""]))
    # expect-unknown: map(str.upper
    return decision.make("Pick one.", options, runtime=runtime)
