"""A function or a class that is changed afterwards: row fields."""
from op_runtime import decision
from dataclasses import dataclass
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
@dataclass
class Row:
    x: int
    y: str = "a"
Row.__dataclass_fields__.pop("y")

def decide(runtime):
    # expect-unknown: Row.__dataclass_fields__.pop(\"y\")
    # expect-unknown: Row.__dataclass_fields__.pop("y")
    return decision.make("P",{"e":("d",{"c":Row})},runtime=runtime)
