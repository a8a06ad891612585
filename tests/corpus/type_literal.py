"""Literal with text, numbers, booleans, None and nested."""

from typing import Literal

from op_runtime import agentic_function

@agentic_function
def work(a: Literal["red", "green"], b: Literal[1, -2], c: Literal[True, "yes"], d: Literal["x", None], e: Literal[Literal["a"], "b"], f: Literal["red"] = "red", g: list[Literal["a", "b"]] = ["a"]) -> str:
    """Do the work."""
    return "done"
