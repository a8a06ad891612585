"""typing_extensions counts as typing."""

import typing_extensions as te

from op_runtime import agentic_function

class Row(te.TypedDict):
    name: te.Required[str]
    count: te.NotRequired[int]


@agentic_function
def work(a: te.Literal['x'], b: Row, c: te.Annotated[int, 1]) -> str:
    """Do the work."""
    return "done"
