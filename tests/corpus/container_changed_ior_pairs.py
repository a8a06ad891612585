"""A container that is changed another way: ior pairs."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: [("stay",stay)]
    a={"go":go}
    a|=[("stay",stay)]
    return decision.make("P",a,runtime=runtime)
