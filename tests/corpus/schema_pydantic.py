"""A pydantic model as a field type."""

from pydantic import BaseModel, Field

from op_runtime import decision

class Item(BaseModel):
    name: str
    price: float = Field(gt=0, description="Euros.")
    count: int = 1
    kind: str = Field(default="book", description="What it is.")
    tags: list[str] = Field(default_factory=list)


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"item": Item, "items": list[Item]})}, runtime=runtime)
