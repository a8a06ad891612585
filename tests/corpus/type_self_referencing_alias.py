"""An alias that names itself in text."""

from typing import Union

from op_runtime import agentic_function

Json = Union[None, bool, int, str, list["Json"], dict[str, "Json"]]


@agentic_function
def work(a: Json) -> str:
    """Do the work."""
    return "done"
