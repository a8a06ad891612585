# -*- coding: latin-1 -*-
"""A file with a latin-1 cookie."""

from op_runtime import agentic_function, decision


@agentic_function(input={"a": {"description": "Das Größte."}})
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
