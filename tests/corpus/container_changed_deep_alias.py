"""A container that is changed another way: deep alias."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    s={"x":str}
    a={"e":("d",s)}
    s["y"]=int
    return decision.make("P",a,runtime=runtime)
