"""Aliases, mixins, generic models."""
from typing import Annotated, ClassVar, Optional, Generic, TypeVar
from pydantic import BaseModel, Field, PrivateAttr
from op_runtime import agentic_function
T = TypeVar("T")
class Mix:
    q: int = 3
class A(Mix, BaseModel):
    a: int
    b: Annotated[int, Field(description="The b.", ge=1)] = 4
    c: ClassVar[int] = 5
    d: Optional["B"] = None
    _p: int = PrivateAttr(3)
    e: list[int] = Field(default_factory=list, alias="ee")
    f: str = Field(..., description="The f.")
    g: str = Field(default=..., validation_alias="gg")
    h: int = Field(3, title="x", exclude=True)
    i: Annotated[str, Field(alias="ii")] = "x"
class B(BaseModel):
    x: int = 1
class C(A):
    a: str = "x"
    z: bool
class G(BaseModel, Generic[T]):
    v: T
    w: list[T] = []
@agentic_function
def work(a: A, c: C, g: G[int], h: G) -> str:
    """Do."""
    return "x"
