"""Parameters without annotation have the type of their default, else str."""

from op_runtime import agentic_function

@agentic_function
def work(a, b=1, c=1.5, d=True, e='x', f=None, g=[], h={}, i=(1, 2), j=-3, k=b'x') -> str:
    """Do the work."""
    return "done"
