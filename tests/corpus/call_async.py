"""amake in async code."""

from op_runtime import agentic_function, decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


@agentic_function
async def decide(runtime=None):
    """Choose."""
    result = await decision.amake("Pick one.", {"go": go, "stay": stay})
    return result
