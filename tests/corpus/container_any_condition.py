"""Conditional expressions over constants."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


DEBUG = False
LEVEL = 3


def decide(runtime):
    options = {"debug" if DEBUG else "release": 1, "always": go if not DEBUG and LEVEL > 2 else stay}
    return decision.make("Pick one.", options, runtime=runtime)
