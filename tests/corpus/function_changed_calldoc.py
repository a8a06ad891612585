"""A function or a class that is changed afterwards: calldoc."""
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
def c(self,z:str)->str:
    """C."""
Desk.__call__=c

def decide(runtime):
    # expect-unknown: Desk.__call__=c
    return decision.make("P",{"x":Desk()},runtime=runtime)
