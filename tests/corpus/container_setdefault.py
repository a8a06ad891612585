"""setdefault after creation: only a name that is not there yet is added."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go}
    options.setdefault("go", "unused")
    options.setdefault("new", "NEW")
    return decision.make("Pick one.", options, runtime=runtime)
