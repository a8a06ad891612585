"""Pydantic models: descriptions, aliases, defaults, inheritance."""

from datetime import datetime
from typing import Optional

from pydantic import BaseModel, ConfigDict, Field

from op_runtime import agentic_function

class Line(BaseModel):
    """A line."""

    model_config = ConfigDict(extra="forbid")

    item: str = Field(description="What it is.")
    count: int = Field(1, ge=1)


class Base(BaseModel):
    number: str


class Order(Base):
    lines: list[Line]
    note: Optional[str] = None
    when: datetime | None = Field(default=None, alias="orderedAt")


@agentic_function
def work(a: Order, b: list[Line]) -> str:
    """Do the work."""
    return "done"
