"""Defaults of every kind."""

from op_runtime import agentic_function

LABEL = "label"


@agentic_function
def work(a: int = 3, b: int = -3, c: float = 1e3, d: str = "it's", e: str = "two " "parts", f: int = 2 * 30, g: str = LABEL, h: list[int] = [1, 2], i: dict[str, int] = {"a": 1}, j: tuple[int, ...] = (1, 2), k: bool = not True, l: int = 1_000, m: str = "🙂", n: object = object) -> str:
    """Do the work."""
    return "done"
