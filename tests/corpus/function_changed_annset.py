"""A function or a class that is changed afterwards: annset."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
go.__annotations__={"where":int}
def decide(runtime):
    # expect-unknown: go.__annotations__={"where":int}
    return decision.make("P",[go,stay],runtime=runtime)
