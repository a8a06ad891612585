"""A list comprehension with a condition, over a tuple of pairs."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


PAIRS = (("one", "First."), ("two", "Second."), ("three", "Third."))


def decide(runtime):
    options = [(name, text) for name, text in PAIRS if name != "two"]
    return decision.make("Pick one.", options, runtime=runtime)
