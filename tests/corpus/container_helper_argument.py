"""A helper function that puts its argument in."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def build(last):
    return {"go": go, last: "LAST"}


def decide(runtime):
    options = build("done")
    return decision.make("Pick one.", options, runtime=runtime)
