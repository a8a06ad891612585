"""A function or a class that is changed afterwards: deco wraps."""
from op_runtime import decision
import functools
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def p(f):
    @functools.wraps(f)
    def w(*a,**k):
        return f(*a,**k)
    w.__doc__="N."
    return w
@p
def d(x:str)->str:
    """D."""
    return x

def decide(runtime):
    # expect-unknown: d
    return decision.make("P",[d],runtime=runtime)
