"""parse_args asks again when a reply is no pick."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go, "stay": stay}
    return decision.parse_args("no pick", options, runtime)
