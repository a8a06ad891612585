"""A container that is changed another way: comp alias."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: [o.update(stay=stay) for o in [a]]
    a={"go":go}
    [o.update(stay=stay) for o in [a]]
    return decision.make("P",a,runtime=runtime)
