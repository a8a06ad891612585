"""Options changed in finally and with."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go}
    try:
        pass
    finally:
        options["stay"] = stay
    with open(__file__):
        options["more"] = "MORE"
    return decision.make("Pick one.", options, runtime=runtime)
