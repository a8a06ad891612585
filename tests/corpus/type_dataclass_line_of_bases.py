"""Dataclasses above classes that are none, and in a diamond."""
from dataclasses import InitVar, dataclass, field
from typing import NamedTuple, TypedDict
from op_runtime import agentic_function

class Mixin:
    m: int = 3
    x: int
    n: int = 8

@dataclass
class A(Mixin):
    a: int = 1
    n: int = 8

class Sub(A):
    z: int = 3

@dataclass
class Sub2(Sub):
    y: int = 1
    a: str = ""

@dataclass
class Base:
    x: int = 3
    y: str = "y"

@dataclass
class Over(Base):
    x: int = 9
    y = "other"

@dataclass
class P:
    x: int = 1
@dataclass
class Q(P):
    y: int = 2
@dataclass
class R(P):
    x: int = 5
    z: int = 6
@dataclass
class S(Q, R):
    w: int = 7

class T(NamedTuple):
    a: int
    b: str = "x"
class T2(T):
    c: int = 3

@agentic_function
def work(a: A, b: Sub, c: Sub2, d: Over, e: S, f: T2) -> str:
    """Do."""
    return "x"
