"""Names out of a dict."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


BASE = {"a": 1, "b": 2}
EXTRA = {"c": 3}


def decide(runtime):
    options = [*BASE] + [name for name in EXTRA] + [pair[0] for pair in {"x": 1}.items()]
    return decision.make("Pick one.", options, runtime=runtime)
