"""Stars on the left: in assignments, comprehensions and loops."""

from op_runtime import decision

FIRST, *MIDDLE, LAST = ["a", "b", "c", "d"]
*HEAD, (INNER, *_) = "e", "f", ("g", "h")


def decide_assigned(runtime):
    return decision.make("Pick one.", [FIRST, *MIDDLE, LAST, *HEAD, INNER], runtime=runtime)


def decide_comprehension(runtime):
    return decision.make("Pick one.", [f"{name}{len(rest)}" for name, *rest in [("a", 1, 2), ("b",)]], runtime=runtime)


def decide_loop(runtime):
    options = {}
    for name, *words in (("stop", "all", "done"), ("go", "on")):
        options[name] = " ".join(words)
    return decision.make("Pick one.", {name: (name, said) for name, said in options.items()}, runtime=runtime)
