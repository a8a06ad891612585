"""A list of names and described names."""

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", ["yes", ("no", "When in doubt."), ("maybe", "")], runtime=runtime)
