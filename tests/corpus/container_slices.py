"""Slices and items of constants: lists, tuples and texts."""

from op_runtime import decision

MODES = ["fast", "safe", "slow", "stop"]
LETTERS = "abc"


def decide_head(runtime):
    return decision.make("Pick one.", MODES[:2], runtime=runtime)


def decide_steps(runtime):
    return decision.make("Pick one.", MODES[::-2] + list(("x", "y", "z")[1:]), runtime=runtime)


def decide_texts(runtime):
    return decision.make("Pick one.", [LETTERS[0], LETTERS[-1:], LETTERS[5:] + "d"], runtime=runtime)
