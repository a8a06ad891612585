"""A lambda that builds the options."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    build = lambda: {"go": go}
    options = build()
    # expect-unknown: build()
    return decision.make("Pick one.", options, runtime=runtime)
