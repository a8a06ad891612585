"""A container that is changed another way: del two."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: del a["x"],a["go"]
    a={"go":go,"stay":stay,"x":1}
    del a["x"],a["go"]
    return decision.make("P",a,runtime=runtime)
