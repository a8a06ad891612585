"""A closure that changes the options."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    # expect-unknown: options
    options = {"go": go}

    def add():
        options["stay"] = stay

    add()
    return decision.make("Pick one.", options, runtime=runtime)
