"""A name that is bound again in a loop."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go}
    for name in ["a", "b"]:
        options = options | {name: name}
    # expect-unknown: options
    return decision.make("Pick one.", options, runtime=runtime)
