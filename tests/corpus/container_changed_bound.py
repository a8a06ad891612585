"""A container that is changed another way: bound."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: put=a.update
    a={"go":go}
    put=a.update
    put(stay=stay)
    return decision.make("P",a,runtime=runtime)
