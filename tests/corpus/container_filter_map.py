"""map and filter with lambdas and functions."""

from op_runtime import decision

def decide(runtime):
    options = list(map(str.upper, ["a", "b"])) + list(filter(None, ["x", ""]))
    return decision.make("Pick one.", options, runtime=runtime)
