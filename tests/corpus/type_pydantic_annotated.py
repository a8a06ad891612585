"""pydantic fields described inside Annotated."""

from enum import Enum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from op_runtime import agentic_function

class Kind(Enum):
    BOOK = "book"
    TOY = "toy"


class Item(BaseModel):
    name: Annotated[str, Field(description="What it is called.")]
    kind: Kind = Kind.TOY
    price: Annotated[float, Field(gt=0)] = 1.5
    parts: list["Item"] = []
    size: Literal["s", "m"] | None = Field(None, description="How " "big.")


@agentic_function
def work(a: Item) -> str:
    """Do the work."""
    return "done"
