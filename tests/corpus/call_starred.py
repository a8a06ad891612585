"""Arguments passed on by * and **."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    settings = {"runtime": runtime, "max_retries": 0}
    return decision.make("Pick one.", {"go": go}, **settings)
