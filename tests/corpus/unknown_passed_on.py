"""A container that another function may have changed."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def fill(target):
    target["more"] = "MORE"


def decide(runtime):
    # expect-unknown: fill
    options = {"go": go}
    fill(options)
    return decision.make("Pick one.", options, runtime=runtime)
