"""A function under another name keeps its own in a list."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


travel = go
remain = stay


def decide(runtime):
    options = [travel, remain]
    return decision.make("Pick one.", options, runtime=runtime)
