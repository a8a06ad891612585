"""A container that is changed another way: rebind try."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: a
    try:
        a={"go":go}
        raise KeyError
    except KeyError:
        a={"stay":stay}
    return decision.make("P",a,runtime=runtime)
