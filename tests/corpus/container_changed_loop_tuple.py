"""A container that is changed another way: loop tuple."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: o.update({"stay":stay})
    a={"go":go}
    b={}
    for o in (a,b):
        o.update({"stay":stay})
    return decision.make("P",a,runtime=runtime)
