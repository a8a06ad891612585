"""A helper that returns one or the other."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def build(flag):
    if flag:
        return {"go": go}
    return {"stay": stay}


def decide(runtime):
    # expect-unknown: build
    options = build(bool(runtime))
    return decision.make("Pick one.", options, runtime=runtime)
