"""A container that is changed another way: return upd."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: return decision.make("P",a,runtime=a.upd
    a={"go":go}
    return decision.make("P",a,runtime=a.update(stay=stay) or runtime)
