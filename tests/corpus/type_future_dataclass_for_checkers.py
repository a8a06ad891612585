"""Names that only a type checker knows, and classes of a function."""
from __future__ import annotations
from typing import TYPE_CHECKING
from dataclasses import dataclass
if TYPE_CHECKING:
    from typing import ClassVar
    from dataclasses import InitVar
from op_runtime import agentic_function

def outer():
    from enum import Enum
    class Local(Enum):
        A = "a"
    @dataclass
    class Inner:
        x: Local
        y: int = 3
    @agentic_function
    def work2(a: Inner, b: Local) -> str:
        """Do."""
        return "x"
    return work2
keep = outer()

@dataclass
class A:
    x: int
    c: ClassVar[int] = 3
    d: InitVar[int] = 3

@agentic_function
def work(a: A) -> str:
    """Do."""
    return "x"
