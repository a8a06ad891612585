"""A function or a class that is changed afterwards: deco arg."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def p(t):
    def w(f):
        f.__doc__=t
        return f
    return w
@p("N.")
def d(x:str)->str:
    """D."""
    return x

def decide(runtime):
    # expect-unknown: d
    return decision.make("P",[d],runtime=runtime)
