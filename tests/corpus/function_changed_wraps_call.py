"""A function or a class that is changed afterwards: wraps call."""
from op_runtime import decision
import functools
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
d=functools.wraps(go)(stay)

def decide(runtime):
    # expect-unknown: functools.wraps(go)(stay)
    # expect-unknown: d=functools.wraps(go)(stay)
    return decision.make("P",{"x":d,"y":stay},runtime=runtime)
