"""Options taken away again."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go, "stay": stay, "done": 1}
    del options["stay"]
    options.pop("done")
    return decision.make("Pick one.", options, runtime=runtime)
