"""A helper function of assignments."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def build():
    """The options."""
    options = {"go": go}
    options["stay"] = stay
    return options


def decide(runtime):
    return decision.make("Pick one.", build(), runtime=runtime)
