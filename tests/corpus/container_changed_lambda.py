"""A container that is changed another way: lambda."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: f(a)
    a={"go":go}
    f=lambda o: o.update(stay=stay)
    f(a)
    return decision.make("P",a,runtime=runtime)
