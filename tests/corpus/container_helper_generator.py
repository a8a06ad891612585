"""A helper that yields."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def build():
    yield "a"
    yield "b"


def decide(runtime):
    # expect-unknown: build()
    options = list(build())
    return decision.make("Pick one.", options, runtime=runtime)
