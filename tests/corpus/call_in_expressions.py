"""Decisions inside other expressions."""

from op_runtime import decision


def go(where: str) -> str:
    """Go there."""
    return where

def decide_argument(runtime):
    return str(decision.make("Pick one.", {"go": go}, runtime=runtime))


def decide_subscript(runtime):
    return decision.make("Pick two.", {"go": go}, runtime=runtime)["x"]


def decide_condition(runtime):
    return 1 if decision.make("Pick three.", {"yes": True, "no": False}, runtime=runtime) else 0


def decide_lambda(runtime):
    ask = lambda: decision.make("Pick four.", ["a", "b"], runtime=runtime)
    return ask()


def decide_comprehension(runtime):
    return [decision.make("Pick five.", ["a", "c"], runtime=runtime) for _ in range(1)]


def decide_fstring(runtime):
    return f"{decision.make('Pick six.', ['a', 'd'], runtime=runtime)}"


def decide_walrus(runtime):
    if (picked := decision.make("Pick seven.", ["a", "e"], runtime=runtime)) == "a":
        return picked


def decide_with(runtime):
    try:
        with open(__file__):
            return decision.make("Pick eight.", ["a", "f"], runtime=runtime)
    finally:
        pass
