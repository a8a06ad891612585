"""A second name for the module's dict fills the module's dict."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}


def decide(runtime):
    return decision.make("Pick one.", OPTIONS, runtime=runtime)


OTHER = OPTIONS
OTHER["stay"] = stay
