"""dict.fromkeys and dict(zip(...))."""

from op_runtime import decision

def decide(runtime):
    options = dict.fromkeys(["a", "b"], "X") | dict(zip(["c", "d"], ["C", "D"]))
    return decision.make("Pick one.", options, runtime=runtime)
