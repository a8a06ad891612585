"""A container that is changed another way: list del."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: del a[0]
    a=["b","c","d"]
    del a[0]
    return decision.make("P",a,runtime=runtime)
