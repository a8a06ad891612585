"""A function or a class that is changed afterwards: enumname."""
from op_runtime import decision
from enum import Enum
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
class Colour(Enum):
    RED="r"
Colour.__name__="Zed"

def decide(runtime):
    # expect-unknown: Colour.__name__=\"Zed\"
    # expect-unknown: Colour.__name__="Zed"
    return decision.make("P",{"e":("d",{"c":Colour})},runtime=runtime)
