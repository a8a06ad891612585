"""Conditions that are literals, and clauses that always run."""

from op_runtime import decision

if True:
    ALWAYS = ["a"]
else:
    ALWAYS = ["b"]

if not 1:
    NEVER = ["c"]
else:
    NEVER = ["d"]

GROWN = ["e"]
if False:
    GROWN.append("f")
try:
    GROWN.append("g")
finally:
    GROWN.append("h")
for name in ("i", "j"):
    GROWN.append(name)
else:
    GROWN.append("k")


def decide_always(runtime):
    return decision.make("Pick one.", ALWAYS, runtime=runtime)


def decide_never(runtime):
    return decision.make("Pick one.", NEVER, runtime=runtime)


def decide_grown(runtime):
    return decision.make("Pick one.", GROWN, runtime=runtime)


def decide_chained(runtime):
    return decision.make("Pick one.", ["a" if 1 < len(GROWN) <= 6 != 7 else "b"], runtime=runtime)
