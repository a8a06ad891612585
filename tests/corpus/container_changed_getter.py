"""A container that is changed another way: getter."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
O={"go":go}
def get():
    return O
get()["stay"]=stay
def decide(runtime):
    # expect-unknown: get()["stay"]=stay
    return decision.make("P",O,runtime=runtime)
