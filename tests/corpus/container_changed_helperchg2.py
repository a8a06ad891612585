"""A container that is changed another way: helperchg2."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
KEPT=[]
def same(x):
    return x
def fill(target):
    target["stay"]=stay
def fill2(n, target):
    fill(target)
def look(x):
    for k in x: print(k, x[k])
    return len(x)
def keep(x):
    KEPT.append(x)
def spoil():
    KEPT[-1]["stay"]=stay
class Keeper:
    def __init__(self, own):
        self.own=own
    def spoil(self):
        self.own["stay"]=stay
def decide(runtime):
    # expect-unknown: fill2(1,target=a)
    a={"go":go}
    fill2(1,target=a)
    return decision.make("P",a,runtime=runtime)
