"""sorted over the items of a dict."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


BASE = {"stay": stay, "go": go}


def decide(runtime):
    options = dict(sorted(BASE.items()))
    # expect-unknown: sorted
    return decision.make("Pick one.", options, runtime=runtime)
