"""Explicit options in a list carry their names."""

from op_runtime import Option, decision

def look(where: str) -> str:
    """Look somewhere."""
    return where


def decide(runtime):
    return decision.make(
        "Pick one.",
        [
            Option.value("stop", description="Nothing left."),
            Option.value((3, 4), name="point"),
            Option.function(look),
            Option.function(lambda depth: depth, "Dig.", name="dig"),
            Option.schema({"finding": str}, name="report"),
        ],
        runtime=runtime,
    )
