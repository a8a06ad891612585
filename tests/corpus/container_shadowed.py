"""A local name hides the module's."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}


def decide(runtime):
    OPTIONS = {"stay": stay}
    return decision.make("Pick one.", OPTIONS, runtime=runtime)
