"""A helper that calls itself."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def build(count):
    return {"go": go} if count == 0 else build(count - 1)


def decide(runtime):
    options = build(2)
    return decision.make("Pick one.", options, runtime=runtime)
