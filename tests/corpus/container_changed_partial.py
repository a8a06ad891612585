"""A container that is changed another way: partial."""
from op_runtime import decision
import functools, operator
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: functools.partial(operator.setitem,a)
    a={"go":go}
    put=functools.partial(operator.setitem,a)
    put("stay",stay)
    return decision.make("P",a,runtime=runtime)
