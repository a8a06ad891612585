"""A pydantic dataclass, and fields made by field()."""

import dataclasses

from op_runtime import agentic_function

@dataclasses.dataclass
class Item:
    name: str = dataclasses.field(default="x", metadata={"description": "Its name."})
    tags: dict[str, int] = dataclasses.field(default_factory=dict)
    pair: tuple[int, int] = (1, 2)
    made: set[str] = dataclasses.field(default_factory=set)
    _: dataclasses.KW_ONLY = None
    last: int = 3


@agentic_function
def work(a: Item) -> str:
    """Do the work."""
    return "done"
