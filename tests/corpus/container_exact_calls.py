"""Calls of builtins on constants."""

from op_runtime import decision

NAMES = ["bb", "a", "CCC"]


def decide_sorted(runtime):
    return decision.make("Pick one.", sorted(NAMES, key=str.lower, reverse=True), runtime=runtime)


def decide_by_length(runtime):
    return decision.make("Pick one.", sorted(NAMES, key=len), runtime=runtime)


def decide_numbers(runtime):
    numbers = [min(3, 1), max(NAMES), sum([1, 2]), abs(-7), 2**5, 1 << 4, ord("a"), chr(98)]
    return decision.make("Pick one.", [str(number) for number in numbers], runtime=runtime)


def decide_truths(runtime):
    return decision.make("Pick one.", ["a" if any(NAMES) and not all(["", "x"]) else "b"], runtime=runtime)


def decide_texts(runtime):
    texts = ["a-b".partition("-")[2], "x".center(5, "*"), "{a}{0}".format(1, a="y"), "%(k)s" % {"k": "z"}, repr("q")]
    return decision.make("Pick one.", texts, runtime=runtime)


def decide_rows(runtime):
    rows = [f"{number}{name}" for number, name in enumerate(NAMES, start=3)]
    return decision.make("Pick one.", rows + ["a" if (1, [2]) == (1, [2]) else "b"], runtime=runtime)


def decide_own_order(runtime):
    # expect-unknown: `sorted(NAMES, key=lambda name: name[-1])` is computed at run time
    return decision.make("Pick one.", sorted(NAMES, key=lambda name: name[-1]), runtime=runtime)
