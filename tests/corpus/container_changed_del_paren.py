"""A container that is changed another way: del paren."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: del (a["stay"])
    a={"go":go,"stay":stay}
    del (a["stay"])
    return decision.make("P",a,runtime=runtime)
