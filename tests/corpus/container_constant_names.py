"""Names and descriptions from constants, f-strings and other dicts."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


GO_NAME = "go"
TEXTS = {"go": "Go " "there."}


def decide(runtime):
    options = {GO_NAME: (go, TEXTS["go"]), f"{GO_NAME}_{2}": (stay, "Stay " + "here."), "x" "y": ("X", f"{GO_NAME!r} {2:>3}")}
    return decision.make("Pick one.", options, runtime=runtime)
