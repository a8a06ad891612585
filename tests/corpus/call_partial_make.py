"""A local name for make."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


ask = decision.make


def decide(runtime):
    return ask("Pick one.", {"go": go}, runtime=runtime)
