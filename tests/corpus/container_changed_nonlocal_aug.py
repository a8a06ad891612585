"""A container that is changed another way: nonlocal aug."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: a|={"stay":stay}
    a={"go":go}
    def f():
        nonlocal a
        a|={"stay":stay}
    f()
    return decision.make("P",a,runtime=runtime)
