"""A container that is changed another way: cast."""
from op_runtime import decision
import typing
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: b["stay"]=stay
    a={"go":go}
    b=typing.cast(dict,a)
    b["stay"]=stay
    return decision.make("P",a,runtime=runtime)
