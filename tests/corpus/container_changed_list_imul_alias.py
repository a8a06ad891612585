"""A container that is changed another way: list imul alias."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    a=["b"]
    b=a
    b+=["c"]
    return decision.make("P",a,runtime=runtime)
