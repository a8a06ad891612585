"""A container that is changed another way: class sub."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
class C:
    O={"go":go}
class D(C): pass
D.O["stay"]=stay
def decide(runtime):
    # expect-unknown: D.O["stay"]=stay
    return decision.make("P",C.O,runtime=runtime)
