"""A container that is changed another way: with target."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
def decide(runtime):
    # expect-unknown: with contextlib.nullcontext(stay) as a["
    a={"go":go}
    import contextlib
    with contextlib.nullcontext(stay) as a["stay"]: pass
    return decision.make("P",a,runtime=runtime)
