"""Options that are known at first and may be others by the time they are offered."""

from op_runtime import decision

FLAG = False
NAMES = ["go", "stay"]


class Desk:
    kept = {"go": (1, "Go home.")}
    own = {"go": (1, "Go home.")}


def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def put(options, name="stay"):
    options[name] = (1, "Put in.")


def same(options):
    return options


def decide_helper(runtime):
    # expect-unknown: put(options
    options = {"go": go, "stay": stay}
    put(options, "go")
    return decision.make("Pick one.", options, runtime=runtime)


def decide_helper_default(runtime):
    # expect-unknown: put(options
    options = {"go": go, "stay": stay}
    put(options)
    return decision.make("Pick one.", options, runtime=runtime)


def decide_holder(runtime):
    # expect-unknown: holder[
    options = {"go": go, "stay": stay}
    holder = {"it": options}
    holder["it"]["go"] = (1, "Changed.")
    return decision.make("Pick one.", options, runtime=runtime)


def decide_result(runtime):
    # expect-unknown: same(options)
    options = {"go": go, "stay": stay}
    same(options)["go"] = (1, "Changed.")
    return decision.make("Pick one.", options, runtime=runtime)


def decide_by_name(runtime):
    # expect-unknown: locals()
    options = Desk.kept
    locals()["options"]["go"] = stay
    chosen = dict(options)
    return decision.make("Pick one.", chosen, runtime=runtime)


def decide_bound_method(runtime):
    # expect-unknown: change = options.update
    options = {"go": go, "stay": stay}
    change = options.update
    change(go=stay)
    return decision.make("Pick one.", options, runtime=runtime)


def decide_in_lambda(runtime):
    # expect-unknown: lambda
    options = {"go": go, "stay": stay}
    (lambda: options.update(go=(1, "Changed.")))()
    return decision.make("Pick one.", options, runtime=runtime)


def decide_loop_with_continue(runtime):
    # expect-unknown: for name in NAMES
    options = {"go": go, "stay": stay}
    for name in NAMES:
        if name == "go":
            continue
        options[name] = (1, name)
    return decision.make("Pick one.", options, runtime=runtime)


def decide_loop_with_condition(runtime):
    # expect-unknown: options[name]
    options = {"go": go, "stay": stay}
    for name in NAMES:
        if name == "go":
            options[name] = (1, name)
    return decision.make("Pick one.", options, runtime=runtime)


def decide_key_of_a_table(runtime):
    options = {"go": go, "stay": stay}
    options[NAMES[0]] = (1, "Changed.")
    return decision.make("Pick one.", options, runtime=runtime)


def decide_put_in_again(runtime):
    # expect-unknown: options.pop
    options = {"go": go, "stay": stay}
    if runtime:
        options.pop("go")
    options["go"] = (1, "Changed.")
    return decision.make("Pick one.", options, runtime=runtime)
