"""except* around a decision, positional-only markers, nested functions with defaults."""

from op_runtime import decision


def look(a: int, b: int = 1, /, c: int = 2, *, d: int = 3) -> int:
    """Look."""
    return a


def decide(runtime):
    return decision.make("Pick one.", [look], runtime=runtime)


def decide_group(runtime):
    try:
        found = decision.make("Pick two.", {"a": look}, runtime=runtime)
    except* OSError:
        found = None
    return found
