"""A function or a class that is changed afterwards: method."""
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
Desk.find.__doc__="N."

def decide(runtime):
    # expect-unknown: Desk.find.__doc__="N."
    return decision.make("P",[Desk().find],runtime=runtime)
