"""A container that is changed another way: unpack."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: b["stay"]=stay
    a={"go":go}
    b,c=a,1
    b["stay"]=stay
    return decision.make("P",a,runtime=runtime)
