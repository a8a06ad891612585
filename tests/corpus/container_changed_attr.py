"""A container that is changed another way: attr."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: x.opts["stay"]=stay
    class C: pass
    x=C()
    a={"go":go}
    x.opts=a
    x.opts["stay"]=stay
    return decision.make("P",a,runtime=runtime)
