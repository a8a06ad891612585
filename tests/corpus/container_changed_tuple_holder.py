"""A container that is changed another way: tuple holder."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
ALL=({"go":go},1)
ALL[0]["stay"]=stay
def decide(runtime):
    # expect-unknown: ALL[0]
    return decision.make("P",ALL[0],runtime=runtime)
