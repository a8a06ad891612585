"""Views and iterators that have a name: what they give depends on when they are read."""

from op_runtime import decision


def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide_items(runtime):
    # expect-unknown: shows what is in it by then
    table = {"go": go}
    shown = table.items()
    table["stay"] = stay
    return decision.make("Pick one.", dict(shown), runtime=runtime)


def decide_keys(runtime):
    # expect-unknown: shows what is in it by then
    table = {"go": go}
    shown = table.keys()
    table["stay"] = stay
    return decision.make("Pick one.", [*shown], runtime=runtime)


def decide_values(runtime):
    # expect-unknown: shows what is in it by then
    table = {"go": go}
    shown = table.values()
    table["stay"] = stay
    return decision.make("Pick one.", [*shown], runtime=runtime)


def decide_items_unchanged(runtime):
    table = {"go": go, "stay": stay}
    shown = table.items()
    return decision.make("Pick one.", {name: each for name, each in shown}, runtime=runtime)


def decide_zip(runtime):
    # expect-unknown: shows what is in it by then
    names = ["go"]
    rows = zip(names, [go, stay])
    names.append("stay")
    return decision.make("Pick one.", [each for _, each in rows], runtime=runtime)


def decide_zip_once(runtime):
    rows = zip(["go", "stay"], [go, stay])
    return decision.make("Pick one.", dict(rows), runtime=runtime)


def decide_zip_twice(runtime):
    # expect-unknown: gives its items once
    rows = zip(["go", "stay"], [go, stay])
    dict(rows)
    return decision.make("Pick one.", {**dict(rows), "rest": 1}, runtime=runtime)


def decide_next(runtime):
    # expect-unknown: gives its items once
    names = reversed(["go", "stay"])
    next(names)
    return decision.make("Pick one.", [*names], runtime=runtime)


def decide_in_a_loop(runtime):
    # expect-unknown: assigned more than once
    names = map(str.upper, ["go", "stay"])
    found = []
    for _ in range(2):
        found = [*names, "none"]
    return decision.make("Pick one.", found, runtime=runtime)
