"""A helper function that returns a literal."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def build():
    return {"go": go, "stay": stay}


def decide(runtime):
    options = build()
    return decision.make("Pick one.", options, runtime=runtime)
