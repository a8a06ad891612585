"""A comprehension over the items of a dict."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


TEXTS = {"one": "ONE", "two": "TWO"}


def decide(runtime):
    options = {name: (text, "Pick it.") for name, text in TEXTS.items()}
    return decision.make("Pick one.", options, runtime=runtime)
