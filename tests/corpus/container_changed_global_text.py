"""A container that is changed another way: global text."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
T="a"
def f():
    global T
    T="b"
def decide(runtime):
    # expect-unknown: T
    return decision.make("P",{T:1},runtime=runtime)
