"""Fields that only look like some, as types and as text."""
import dataclasses
import dataclasses as dc
from dataclasses import InitVar, dataclass, field, KW_ONLY
from typing import Annotated, ClassVar, Optional
from op_runtime import agentic_function

@dataclass
class A:
    a: int
    b: "InitVar[int]"
    c: InitVar[str] = "x"
    d: "dc.InitVar[int]" = 3
    e: "dataclasses.InitVar[Optional[int]]" = None
    f: "ClassVar[int]" = 1
    _: KW_ONLY
    g: Annotated[InitVar[int], "x"] = 4
    h: Annotated[int, "m"] = field(default=3)
    i: int = field(init=False, default=2)
    j: list = field(default_factory=list)
    k: "Optional[A]" = None
    l: Optional["B"] = None
    m: InitVar = 5

@dataclass
class B:
    x: int = 1

@agentic_function
def work(a: A) -> str:
    """Do."""
    return "x"
