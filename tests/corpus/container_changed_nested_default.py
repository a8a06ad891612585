"""A container that is changed another way: nested default."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: o["stay"]=stay
    a={"go":go}
    def f(o=a):
        o["stay"]=stay
    f()
    return decision.make("P",a,runtime=runtime)
