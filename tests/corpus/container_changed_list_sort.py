"""A container that is changed another way: list sort."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: a.sort()
    a=["b","a"]
    a.sort()
    return decision.make("P",a,runtime=runtime)
