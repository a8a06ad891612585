"""dict(...) with keywords, with a display, with pairs."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = dict({"go": go}, stay=stay, **dict(done="DONE")) | dict([("last", "LAST")])
    return decision.make("Pick one.", options, runtime=runtime)
