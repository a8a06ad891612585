"""A container that is changed another way: deep item."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: t["y"]=int
    s={"x":str}
    a={"e":("d",s)}
    t=a["e"][1]
    t["y"]=int
    return decision.make("P",a,runtime=runtime)
