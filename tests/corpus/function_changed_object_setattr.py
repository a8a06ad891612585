"""A function or a class that is changed afterwards: object setattr."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
object.__setattr__(go,"__doc__","N.")
def decide(runtime):
    # expect-unknown: object.__setattr__(go,"__doc__","N.")
    return decision.make("P",[go,stay],runtime=runtime)
