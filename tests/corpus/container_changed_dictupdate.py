"""A container that is changed another way: dictupdate."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: dict.update(a,stay=stay)
    a={"go":go}
    dict.update(a,stay=stay)
    return decision.make("P",a,runtime=runtime)
