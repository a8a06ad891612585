"""A function or a class that is changed afterwards: lambda name."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
l=lambda a: a
l.__name__="N"

def decide(runtime):
    # expect-unknown: l.__name__="N"
    return decision.make("P",[l],runtime=runtime)
