"""A set: what asks for its order is unknown, what does not is exact."""

from op_runtime import decision

WORDS = {"b", "a", "b"}


def decide_in_order(runtime):
    # expect-unknown: the order of a set differs from run to run
    return decision.make("Pick one.", [*WORDS], runtime=runtime)


def decide_one_by_one(runtime):
    # expect-unknown: the order of a set differs from run to run
    return decision.make("Pick one.", {word: "A word." for word in WORDS}, runtime=runtime)


def decide_sorted(runtime):
    return decision.make("Pick one.", sorted(WORDS), runtime=runtime)


def decide_counted(runtime):
    return decision.make("Pick one.", [str(len(WORDS)), "yes" if "a" in WORDS else "no"], runtime=runtime)


def decide_single(runtime):
    return decision.make("Pick one.", [*{"only", "only"}], runtime=runtime)
