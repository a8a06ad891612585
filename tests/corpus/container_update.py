"""|=, update and item assignment after creation."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = {"go": go}
    options |= {"stay": stay}
    options["done"] = "DONE"
    options.update({"more": ("MORE", "More.")}, last="LAST")
    return decision.make("Pick one.", options, runtime=runtime)
