"""A generic dataclass."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from op_runtime import agentic_function

T = TypeVar("T")


@dataclass
class Box(Generic[T]):
    content: T
    label: str = "box"


@agentic_function
def work(a: Box[int], b: Box) -> str:
    """Do the work."""
    return "done"
