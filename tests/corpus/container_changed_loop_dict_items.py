"""A container that is changed another way: loop dict items."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: o["stay"]=stay
    a={"go":go}
    all_={"a":a}
    for k,o in all_.items():
        o["stay"]=stay
    return decision.make("P",a,runtime=runtime)
