"""A function or a class that is changed afterwards: inst."""
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
d=Desk()
d.find=go

def decide(runtime):
    # expect-unknown: d.find=go
    return decision.make("P",{"x":d.find},runtime=runtime)
