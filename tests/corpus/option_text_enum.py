"""A member of an Enum that is text."""
from op_runtime import decision
import functools, os, sys
from enum import Enum, IntEnum, auto
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
class Meta(type):
    def __call__(cls,*a,**k): return go
class M(metaclass=Meta): pass
class Base:
    def __init_subclass__(cls, **k):
        cls.hook = go
class Sub(Base):
    hook = stay
class Desc:
    def __get__(self, i, o): return go
class D:
    attr = Desc()
class P:
    @property
    def opts(self): return {"go": go}
    @functools.cached_property
    def more(self): return {"stay": stay}
    @staticmethod
    def st(a: int): 
        """St."""
    @classmethod
    def cl(cls, a: int): 
        """Cl."""
    def __getattr__(self, n): return go
def cd(c):
    c.find = go
    return c
@cd
class W:
    def find(self, z: int):
        """Find."""
class E(Enum):
    A = "a"
    B = "a"
    C = "c"
class Names(str, Enum):
    X = "x"
    Y = "y"
class I(IntEnum):
    ONE = 1
    TWO = 2
def decide(runtime):
    return decision.make("P", [Names.X, "q"], runtime=runtime)
