"""What a helper read when it was called: helper order2."""
from op_runtime import decision
import functools, operator, random, heapq, typing, types, copy, collections
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
N="a"
def b():
    return N
X=b()
N="b"
def decide(runtime):
    return decision.make("P",{X:1},runtime=runtime)
