"""A function or a class that is changed afterwards: td ann."""
from op_runtime import decision
import typing
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
class Td(typing.TypedDict):
    a: int
Td.__annotations__["b"]=str

def decide(runtime):
    # expect-unknown: Td.__annotations__[\"b\"]=str
    # expect-unknown: Td.__annotations__["b"]=str
    return decision.make("P",{"e":("d",{"c":Td})},runtime=runtime)
