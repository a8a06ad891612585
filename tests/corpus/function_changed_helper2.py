"""A function or a class that is changed afterwards: helper2."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def p(f):
    f.__doc__="N."
def q(g):
    p(g)
q(go)
def decide(runtime):
    # expect-unknown: f.__doc__="N."
    return decision.make("P",[go,stay],runtime=runtime)
