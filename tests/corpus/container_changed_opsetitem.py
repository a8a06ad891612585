"""A container that is changed another way: opsetitem."""
from op_runtime import decision
import operator
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: operator.setitem(a,"stay",stay)
    a={"go":go}
    operator.setitem(a,"stay",stay)
    return decision.make("P",a,runtime=runtime)
