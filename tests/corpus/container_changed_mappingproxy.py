"""A container that is changed another way: mappingproxy."""
from op_runtime import decision
import types
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    a={"go":go}
    b=types.MappingProxyType(a)
    a["stay"]=stay
    return decision.make("P",dict(b),runtime=runtime)
