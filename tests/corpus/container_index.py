"""Options out of a dict of menus."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


MENUS = {"day": {"go": go}, "night": {"stay": stay, "wait": ("WAIT", "Until morning.")}}


def decide(runtime):
    return decision.make("Pick one.", MENUS["night"], runtime=runtime)
