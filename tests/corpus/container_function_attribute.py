"""Options kept on a function."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def choose():
    return None


choose.options = {"go": go}


def decide(runtime):
    # expect-unknown: choose.options
    return decision.make("Pick one.", choose.options, runtime=runtime)
