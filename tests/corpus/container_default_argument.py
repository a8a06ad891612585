"""Options as the default of a parameter."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}


def decide(runtime, options=OPTIONS):
    # expect-unknown: options
    return decision.make("Pick one.", options, runtime=runtime)
