"""A file with no line end at its end."""

from op_runtime import agentic_function, decision


@agentic_function(input={"a": {"description": "The a."}})
def work(a: str, b: int = 2) -> str:
    """Do the work
    in two lines.
    """
    return a


def decide(runtime):
    options = {
        "work": work,
        "stop": ("STOP", "Enough."),
    }
    return decision.make("Pick one.", options, runtime=runtime)