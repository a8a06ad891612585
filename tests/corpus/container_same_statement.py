"""Options that are bound or changed in the very statement that offers them."""

from op_runtime import decision

FLAG = False


def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide_bound_before(runtime):
    options = {"go": go}
    return decision.make((options := {"stay": stay}) and "Pick one.", options, runtime=runtime)


def decide_changed_before(runtime):
    options = {"go": go}
    return decision.make(f"Pick one{options.update(stay=stay) or str()}", options, runtime=runtime)


def decide_changed_after(runtime):
    # expect-unknown: may or may not have run
    options = {"go": go}
    return decision.make("Pick one.", options, runtime=(options.update(stay=stay), runtime)[1])


def decide_bound_between(runtime):
    # expect-unknown: assigned more than once
    options = {"go": go}
    return decision.make("Pick.", {**options, **(options := {"stay": stay}), **options}, runtime=runtime)


def decide_in_condition(runtime):
    options = {"go": go}
    if not options.update(stay=stay):
        return decision.make("Pick one.", options, runtime=runtime)
    return None
