"""An annotation that is a call or a subscript of a variable."""

from op_runtime import agentic_function

def pick():
    return int


TYPES = {"x": str}


@agentic_function(
    # expect-unknown: pick()
    input={}
)
def work(a: pick(), b: TYPES['x'], c: int) -> str:
    """Do the work."""
    return "done"
