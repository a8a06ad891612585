"""A function or a class that is changed afterwards: loop."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
for f in (go,stay):
    f.__doc__="N."
def decide(runtime):
    # expect-unknown: f.__doc__="N."
    return decision.make("P",[go,stay],runtime=runtime)
