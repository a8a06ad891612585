"""An import of the same name."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}


def decide(runtime):
    # expect-unknown: which op-lint does not read
    from os import name as OPTIONS
    options = {OPTIONS: 1}
    return decision.make("Pick one.", options, runtime=runtime)
