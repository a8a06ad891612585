"""render_options gives the menu's text itself."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    return decision.render_options({"go": go, "done": ("DONE", "Enough.")})
