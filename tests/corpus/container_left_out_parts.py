"""Options that are bound or changed in a part of a statement that may be left out."""

from op_runtime import decision

FLAG = False


def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide_and(runtime):
    # expect-unknown: assigned more than once
    options = {"go": go}
    FLAG and (options := {"stay": stay})
    return decision.make("Pick one.", options, runtime=runtime)


def decide_conditional(runtime):
    # expect-unknown: assigned more than once
    options = {"go": go}
    1 if True else (options := {"stay": stay})
    return decision.make("Pick one.", options, runtime=runtime)


def decide_comprehension(runtime):
    # expect-unknown: assigned more than once
    options = {"go": go}
    [(options := {"stay": stay}) for _ in ()]
    return decision.make("Pick one.", options, runtime=runtime)


def decide_condition(runtime):
    # expect-unknown: assigned more than once
    options = {"go": go}
    if FLAG and (options := {"stay": stay}):
        pass
    return decision.make("Pick one.", options, runtime=runtime)


def decide_whole_condition(runtime):
    options = {"go": go}
    if options := {"stay": stay}:
        pass
    return decision.make("Pick one.", options, runtime=runtime)


def decide_while(runtime):
    # expect-unknown: assigned more than once
    options = {"go": go}
    while FLAG and (options := {"stay": stay}):
        pass
    return decision.make("Pick one.", options, runtime=runtime)


def decide_chain(runtime):
    # expect-unknown: assigned more than once
    options = {"go": go}
    assert not 1 > 2 > len(options := {"stay": stay})
    return decision.make("Pick one.", options, runtime=runtime)


def decide_update(runtime):
    # expect-unknown: FLAG and options.update
    options = {"go": go}
    FLAG and options.update(stay=stay)
    return decision.make("Pick one.", options, runtime=runtime)


def decide_update_of_known(runtime):
    # expect-unknown: FLAG or options.update
    options = {"go": go, "stay": stay}
    FLAG or options.update(go=stay)
    return decision.make("Pick one.", options, runtime=runtime)


def decide_pop(runtime):
    # expect-unknown: FLAG or options.pop
    options = {"go": go, "stay": stay}
    FLAG or options.pop("go")
    return decision.make("Pick one.", options, runtime=runtime)


def decide_update_many(runtime):
    # expect-unknown: options.update(stay=stay) for
    options = {"go": go}
    [options.update(stay=stay) for _ in ()]
    return decision.make("Pick one.", options, runtime=runtime)


def decide_update_conditional(runtime):
    # expect-unknown: options.update(stay=stay) if FLAG
    options = {"go": go}
    _ = options.update(stay=stay) if FLAG else 0
    return decision.make("Pick one.", options, runtime=runtime)


def decide_update_in_condition(runtime):
    # expect-unknown: options.update(stay=stay)
    options = {"go": go}
    if FLAG and options.update(stay=stay):
        pass
    return decision.make("Pick one.", options, runtime=runtime)


def decide_in_loop_header(runtime):
    options = {"go": go}
    for _ in [options.update(stay=stay)]:
        pass
    return decision.make("Pick one.", options, runtime=runtime)


def decide_left(runtime):
    options = {"go": go}
    options.update(stay=stay) or FLAG
    return decision.make("Pick one.", options, runtime=runtime)
