"""aexec(choices=...)."""

from op_runtime import agentic_function, decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


@agentic_function
async def decide(runtime=None):
    """Read, then decide."""
    return await runtime.aexec("Read this.", choices={"go": go, "wait": ("WAIT", "Later.")})
