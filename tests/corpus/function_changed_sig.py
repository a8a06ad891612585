"""A function or a class that is changed afterwards: sig."""
from op_runtime import decision
import inspect
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
go.__signature__=inspect.Signature([])
def decide(runtime):
    # expect-unknown: go.__signature__=inspect.Signature([])
    return decision.make("P",[go,stay],runtime=runtime)
