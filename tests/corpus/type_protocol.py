"""Protocols, abstract classes, TypeVarTuple and ParamSpec are opaque."""

from abc import ABC
from collections.abc import Awaitable, Iterator
from typing import IO, Protocol

from op_runtime import agentic_function

class Closable(Protocol):
    def close(self) -> None: ...


class Abstract(ABC):
    pass


@agentic_function
def work(a: Closable, b: Abstract, c: Iterator[int], d: Awaitable[str], f: IO[str]) -> str:
    """Do the work."""
    return "done"
