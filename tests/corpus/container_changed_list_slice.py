"""A container that is changed another way: list slice."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: a[1:]=[stay]
    a=[go,"x"]
    a[1:]=[stay]
    return decision.make("P",a,runtime=runtime)
