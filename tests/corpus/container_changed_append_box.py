"""A container that is changed another way: append box."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: box[0]["stay"]=stay
    a={"go":go}
    box=[]
    box.append(a)
    box[0]["stay"]=stay
    return decision.make("P",a,runtime=runtime)
