"""Two list options of one name."""

from op_runtime import decision

def decide(runtime):
    # expect-error: ValueError
    return decision.make("Pick one.", ["stop", "go", ("stop", "Again.")], runtime=runtime)
