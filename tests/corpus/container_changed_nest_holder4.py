"""A container that is changed another way: nest holder4."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
ALL={"x":{"go":go}}
q=ALL["x"]
q["stay"]=stay
def decide(runtime):
    # expect-unknown: ALL["x"]
    return decision.make("P",ALL["x"],runtime=runtime)
