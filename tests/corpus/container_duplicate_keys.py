"""The same key twice, and keys that are equal."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go, "stay": stay, "go": "GO"}
    return decision.make("Pick one.", options, runtime=runtime)
