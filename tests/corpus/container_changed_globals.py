"""A container that is changed another way: globals."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
O={"go":go}
globals()["O"]["stay"]=stay
def decide(runtime):
    # expect-unknown: globals()["O"]["stay"]=stay
    return decision.make("P",O,runtime=runtime)
