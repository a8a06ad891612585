"""A change behind an early return of another branch."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    # expect-unknown: never
    options = {"go": go}
    if runtime is None:
        options["never"] = 1
        return None
    options["stay"] = stay
    return decision.make("Pick one.", options, runtime=runtime)
