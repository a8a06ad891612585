"""A frozenset is no container of options."""

from op_runtime import decision


def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide_call(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", frozenset(["go"]), runtime=runtime)


def decide_name(runtime):
    # expect-error: TypeError
    options = frozenset({"go"})
    return decision.make("Pick one.", options, runtime=runtime)
