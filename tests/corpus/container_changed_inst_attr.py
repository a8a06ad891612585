"""A container that is changed another way: inst attr."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
class R:
    def __init__(self):
        self.t={"go":go}
r=R()
r.t["stay"]=stay
def decide(runtime):
    # expect-unknown: r.t
    return decision.make("P",r.t,runtime=runtime)
