"""Containers that code in a text, or a table of names, may change."""

from op_runtime import decision


def decide_executed(runtime):
    options = {"a": 1, "b": 2}
    exec("options['c'] = 3")
    # expect-unknown: `exec("options['c'] = 3")` may or may not have run
    return decision.make("Pick one.", options, runtime=runtime)


def decide_by_table(runtime):
    options = {"a": 1, "b": 2}
    locals()["options"]["c"] = 3
    # expect-unknown: `locals()["options"]["c"] = 3` may or may not have run
    return decision.make("Pick one.", options, runtime=runtime)


def decide_read(runtime):
    options = {"a": 1, "b": 2}
    print(sorted(locals()))
    return decision.make("Pick one.", options, runtime=runtime)
