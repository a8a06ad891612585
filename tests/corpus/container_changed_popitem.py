"""A container that is changed another way: popitem."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: a.popitem()
    a={"go":go,"stay":stay}
    a.popitem()
    return decision.make("P",a,runtime=runtime)
