"""Types without a JSON form."""

from collections.abc import Callable

from op_runtime import agentic_function

class Engine:
    """A plain class."""


@agentic_function
def work(a: Callable[[int], str], b: bytes, c: Engine, d: type[Engine], e: Callable, f: complex) -> str:
    """Do the work."""
    return "done"
