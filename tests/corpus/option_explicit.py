"""The explicit spellings: Option.value, Option.function, Option.schema."""

from op_runtime import Option, decision

def look(where: str) -> str:
    """Look somewhere."""
    return where


def decide(runtime):
    return decision.make(
        "Pick one.",
        {
            "point": Option.value((3, 4), description="A tuple that is a value."),
            "callback": Option.value(look),
            "look": Option.function(look, "Look closely."),
            "look_again": Option.function(look),
            "report": Option.schema({"finding": str}, description="Say what was found."),
        },
        runtime=runtime,
    )
