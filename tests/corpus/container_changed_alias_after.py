"""A container that is changed another way: alias after."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    options={"go":go}
    other=options
    options["stay"]=stay
    return decision.make("P",other,runtime=runtime)
