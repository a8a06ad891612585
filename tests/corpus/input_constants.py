"""Descriptions from constants, joined literals and f-strings of constants."""

from op_runtime import agentic_function

TEXT = "A text."
LIMIT = 3
KINDS = ["a", "b"]


@agentic_function(input={"a": {"description": TEXT}, "b": {"description": "one " "two"}, "c": {"description": "one " + TEXT}, "d": {"description": f"{TEXT} {LIMIT}"}, "e": {"options": KINDS}, "f": {"options": [*KINDS, "c"]}})
def work(a: str, b: str, c: str, d: str, e: str, f: str) -> str:
    """Do the work."""
    return "done"
