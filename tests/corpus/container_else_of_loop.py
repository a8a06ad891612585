"""A loop with else and break."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {}
    for name in ["a", "b"]:
        options[name] = name
    else:
        options["end"] = "END"
    return decision.make("Pick one.", options, runtime=runtime)
