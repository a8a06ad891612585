"""A container that is changed another way: dunder."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: a.__setitem__("stay",stay)
    a={"go":go}
    a.__setitem__("stay",stay)
    return decision.make("P",a,runtime=runtime)
