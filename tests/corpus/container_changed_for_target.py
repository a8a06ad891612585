"""A container that is changed another way: for target."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: for a["stay"] in [stay]: pass
    a={"go":go}
    for a["stay"] in [stay]: pass
    return decision.make("P",a,runtime=runtime)
