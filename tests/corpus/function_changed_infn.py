"""A function or a class that is changed afterwards: infn."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def f():
    go.__doc__="N."
f()
def decide(runtime):
    # expect-unknown: go.__doc__="N."
    return decision.make("P",[go,stay],runtime=runtime)
