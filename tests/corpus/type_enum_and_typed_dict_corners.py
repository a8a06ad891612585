"""Aliases, underscores and counting in an Enum; several bases of a TypedDict."""
from enum import Enum, IntEnum, StrEnum, auto, unique
from typing import Annotated
from typing_extensions import NotRequired, ReadOnly, Required, TypedDict
from op_runtime import agentic_function

class E1(Enum):
    A = 1
    B = True
    C = 1.0
    _D = 4
    E = auto()
    __f = 9
class E2(StrEnum):
    ONE = auto()
    TWO = "two"
    THREE = TWO
class E3(int, Enum):
    A = auto()
    B = 5
    C = auto()
class E4(Enum):
    A = B = 3
    C, D = 1, 2
class E5(Enum):
    X: int = 4
    Y = X + 1
    def z(self): return 1
    @property
    def w(self): return 3
class TA(TypedDict):
    a: int
class TB(TypedDict, total=False):
    b: Required[int]
    c: str
class TC(TA, TB):
    d: "NotRequired[int]"
    e: Annotated[NotRequired[int], "x"]
    f: ReadOnly[NotRequired[int]]
@agentic_function
def work(a: E1, b: E2, c: E3, e: E5, f: TC) -> str:
    """Do."""
    return "x"
@agentic_function
def work2(e: E4) -> str: # expect-unknown: E4
    """Do."""
    return "x"
