"""Parameters of generic built-in types."""

from op_runtime import agentic_function

@agentic_function
def work(a: list[str], b: dict[str, int], c: tuple[int, str], d: tuple[int, ...], e: set[float], f: frozenset[str], g: list[dict[str, list[int]]], h: tuple[()]) -> str:
    """Do the work."""
    return "done"
