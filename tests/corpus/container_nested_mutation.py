"""A dict inside a dict that is changed."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


MENUS = {"a": {"go": go}}


def decide(runtime):
    # expect-unknown: MENUS
    MENUS["a"]["stay"] = stay
    return decision.make("Pick one.", MENUS["a"], runtime=runtime)
