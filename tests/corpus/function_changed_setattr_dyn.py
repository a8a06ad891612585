"""A function or a class that is changed afterwards: setattr dyn."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
for k,v in {"__doc__":"N."}.items():
    setattr(go,k,v)
def decide(runtime):
    # expect-unknown: setattr(go,k,v)
    return decision.make("P",[go,stay],runtime=runtime)
