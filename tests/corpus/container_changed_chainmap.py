"""A container that is changed another way: chainmap."""
from op_runtime import decision
import collections
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: collections.ChainMap(a)
    a={"go":go}
    b=collections.ChainMap(a)
    b["stay"]=stay
    return decision.make("P",a,runtime=runtime)
