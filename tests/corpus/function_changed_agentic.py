"""A function or a class that is changed afterwards: agentic."""
from op_runtime import decision, agentic_function
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
@agentic_function
def w(a:str)->str:  # expect-unknown: w.__doc__
    """W."""
    return a
w.__doc__="N."

def decide(runtime):
    # expect-unknown: w.__doc__="N."
    return decision.make("P",[w],runtime=runtime)
