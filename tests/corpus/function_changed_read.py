"""A function or a class that is changed afterwards: read."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
print(go.__doc__,go.__name__,go.__annotations__)
def decide(runtime):
    return decision.make("P",[go,stay],runtime=runtime)
