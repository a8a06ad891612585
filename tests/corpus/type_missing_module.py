"""A type of a module that is not installed, behind try."""

try:
    from not_there import Thing
except ImportError:
    Thing = str

from op_runtime import agentic_function

@agentic_function(
    # expect-unknown: not_there
    input={}
)
def work(a: Thing, b: int) -> str:
    """Do the work."""
    return "done"
