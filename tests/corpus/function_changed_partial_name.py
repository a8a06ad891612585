"""A function or a class that is changed afterwards: partial name."""
from op_runtime import decision
import functools
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
p=functools.partial(go)
p.__name__="pp"

def decide(runtime):
    # expect-unknown: p.__name__="pp"
    return decision.make("P",[p],runtime=runtime)
