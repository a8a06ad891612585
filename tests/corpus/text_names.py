"""Names with spaces, quotes, dots and other scripts."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"two words": go, "a.b": stay, "\"q\"": 1, "日本": 2, " padded ": 3}
    return decision.make("Pick one.", options, runtime=runtime)
