"""A container that is changed another way: tuple target."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: a["stay"],x=stay,1
    a={"go":go}
    a["stay"],x=stay,1
    return decision.make("P",a,runtime=runtime)
