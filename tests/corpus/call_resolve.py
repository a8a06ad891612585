"""parse_args and resolve_decision on one container: only the first asks."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


# expect-decisions: 2
OPTIONS = {"go": go, "stay": stay}


def decide(runtime):
    chosen, arguments = decision.parse_args("no pick", OPTIONS, runtime)
    return decision.resolve_decision(chosen, arguments, OPTIONS)
