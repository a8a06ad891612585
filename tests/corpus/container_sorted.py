"""sorted, reversed and list of constants."""

from op_runtime import decision

NAMES = ["b", "a", "c"]


def decide(runtime):
    options = list(reversed(sorted(NAMES)))
    return decision.make("Pick one.", options, runtime=runtime)
