"""A function or a class that is changed afterwards: defaults."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
stay.__defaults__=("z",)
def decide(runtime):
    # expect-unknown: stay.__defaults__=("z",)
    return decision.make("P",[go,stay],runtime=runtime)
