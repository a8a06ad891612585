"""A container that is changed another way: match cap."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: other["stay"]=stay
    a={"go":go}
    match a:
        case other:
            other["stay"]=stay
    return decision.make("P",a,runtime=runtime)
