"""What a helper read when it was called: helper order."""
from op_runtime import decision
import functools, operator, random, heapq, typing, types, copy, collections
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
O={"go":go}
def b():
    return {**O}
X=b()
O["stay"]=stay
def decide(runtime):
    return decision.make("P",X,runtime=runtime)
