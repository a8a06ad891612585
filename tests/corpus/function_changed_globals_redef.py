"""A function or a class that is changed afterwards: globals redef."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
globals()["go"]=stay

def decide(runtime):
    # expect-unknown: globals()["go"]=stay
    return decision.make("P",{"x":go},runtime=runtime)
