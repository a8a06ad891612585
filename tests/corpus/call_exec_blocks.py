"""exec with content blocks and choices in a variable."""

from op_runtime import agentic_function, decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


@agentic_function
def decide(runtime=None):
    """Read, then decide."""
    choices = [go, stay, "wait"]
    return runtime.exec(content=[{"type": "text", "text": "Read this."}], choices=choices)
