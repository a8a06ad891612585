"""The keys of a dict that is given one of them twice."""

from op_runtime import decision

PAIRS = [("a", 1), ("b", 2), ("a", 3)]


def decide_keys(runtime):
    return decision.make("Pick one.", list({key: value for key, value in PAIRS}), runtime=runtime)


def decide_items(runtime):
    table = {"a": "x", **{"b": "y"}, "a": "z"}
    return decision.make("Pick one.", [f"{key}{value}" for key, value in table.items()], runtime=runtime)


def decide_unique(runtime):
    return decision.make("Pick one.", [*dict.fromkeys(["x", "y", "x"]), str(len(dict(PAIRS)))], runtime=runtime)
