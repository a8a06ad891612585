"""The same where every annotation is text."""
from __future__ import annotations
import dataclasses
import dataclasses as dc
from dataclasses import InitVar, dataclass, field, KW_ONLY
from typing import Annotated, ClassVar, Optional, TYPE_CHECKING
import typing as t
from op_runtime import agentic_function
if TYPE_CHECKING:
    from decimal import Decimal

@dataclass
class A:
    a: int
    c: InitVar[str] = "x"
    d: dc.InitVar[int] = 3
    e: dataclasses.InitVar[Optional[int]] = None
    f: ClassVar[int] = 1
    f2: t.ClassVar[int] = 1
    f3: t.ClassVar = 1
    _: dc.KW_ONLY
    h: Annotated[int, "m"] = field(default=3)
    i: int = field(init=False, default=2)
    j: list = field(default_factory=list)
    k: Optional[A] = None
    l: Optional[B] = None
    n: InitVar["int"] = 5
    o: Decimal = None
    p: list[Decimal] = None
    q: Later = None
    m: InitVar = 5

@dataclass
class B:
    x: int = 1

class Later(t.TypedDict, total=False):
    a: t.Required[int]
    b: t.NotRequired[str]
    c: str

@agentic_function
def work(a: A, b: Later, c: "Optional['Later']" = None) -> str:
    """Do."""
    return "x"
