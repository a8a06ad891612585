"""Aliases, NewType and type variables."""

from typing import NewType, TypeAlias, TypeVar

from op_runtime import agentic_function

Ids = list[int]
Name: TypeAlias = "str | None"
UserId = NewType("UserId", int)
T = TypeVar("T")
Bound = TypeVar("Bound", bound=int)
Either = TypeVar("Either", int, str)
Deep = dict[str, Ids]


@agentic_function
def work(a: Ids, b: Name, c: UserId, d: T, e: Bound, f: Either, g: Deep) -> str:
    """Do the work."""
    return "done"
