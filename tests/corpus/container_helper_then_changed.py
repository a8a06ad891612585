"""What a helper made, changed where it is used; two keys put in twice, then turned around."""

from op_runtime import decision


def grown():
    out = {}
    out["a"] = (1, "A.")
    return out


def written():
    return {"a": (1, "A."), "b": (2, "B.")}


def decide_grown(runtime):
    options = grown()
    options["x"] = (3, "X.")
    return decision.make("Pick one.", options, runtime=runtime)


def decide_written(runtime):
    options = written()
    options.update(x=(3, "X."))
    other = options
    other["y"] = (4, "Y.")
    return decision.make("Pick one.", options, runtime=runtime)


def decide_reversed(runtime):
    options = written()
    options["a"] = (5, "Again.")
    options = dict(reversed(options.items()))
    return decision.make("Pick one.", options, runtime=runtime)


def decide_listed(runtime):
    options = written()
    options["a"] = (5, "Again.")
    return decision.make("Pick one.", {f"{name}{number}": (1, name) for number, name in enumerate(options)}, runtime=runtime)
