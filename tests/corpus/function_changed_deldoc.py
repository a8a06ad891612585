"""A function or a class that is changed afterwards: deldoc."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
del go.__doc__
def decide(runtime):
    # expect-unknown: del go.__doc__
    return decision.make("P",[go,stay],runtime=runtime)
