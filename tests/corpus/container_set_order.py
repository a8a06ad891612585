<<<<<<< HEAD
"""A set: what asks for its order is unknown, what does not is exact."""

from op_runtime import decision

WORDS = {"b", "a", "b"}


def decide_in_order(runtime):
    # expect-unknown: the order of a set differs from run to run
    return decision.make("Pick one.", [*WORDS], runtime=runtime)


def decide_one_by_one(runtime):
    # expect-unknown: the order of a set differs from run to run
    return decision.make("Pick one.", {word: "A word." for word in WORDS}, runtime=runtime)


def decide_sorted(runtime):
    return decision.make("Pick one.", sorted(WORDS), runtime=runtime)


def decide_counted(runtime):
    return decision.make("Pick one.", [str(len(WORDS)), "yes" if "a" in WORDS else "no"], runtime=runtime)


def decide_single(runtime):
    return decision.make("Pick one.", [*{"only", "only"}], runtime=runtime)
=======
"""A set has no order."""
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
    # expect-unknown: list({"b", "a"})
    return decision.make("P", list({"b", "a"}), runtime=runtime)
>>>>>>> 6e10770 (Show sets, descriptors and text Enums in the corpus)
