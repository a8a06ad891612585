"""A function or a class that is changed afterwards: method set."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
class Desk:
    """Desk."""
    def find(self, x: str) -> str:
        """Find."""
        return x
    def __call__(self, q: int) -> str:
        """Call."""
        return ""
def other(self,y:int)->str:
    """O."""
Desk.find=other

def decide(runtime):
    # expect-unknown: Desk.find=other
    return decision.make("P",{"x":Desk().find},runtime=runtime)
