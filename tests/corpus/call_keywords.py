"""options= and prompt= by keyword, in any order."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    return decision.make(options={"go": go}, prompt="Pick one.", runtime=runtime, max_retries=0)
