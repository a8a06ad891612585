"""Explicit options whose arguments do not fit."""

from op_runtime import Option, decision


def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide_value(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"go": Option.value(), "stay": stay}, runtime=runtime)


def decide_function(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", [Option.function(), stay], runtime=runtime)


def decide_schema(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"go": Option.schema(), "stay": stay}, runtime=runtime)


def decide_too_many(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"go": Option.value(1, "One.", 3)}, runtime=runtime)


def decide_no_such_keyword(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"go": Option.value(1, zzz="One.")}, runtime=runtime)


def decide_twice(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"go": Option.value(1, value=2)}, runtime=runtime)
