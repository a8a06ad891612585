"""A container that is changed another way: alias or."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: other["stay"]=stay
    options={"go":go}
    other=None or options
    other["stay"]=stay
    return decision.make("P",options,runtime=runtime)
