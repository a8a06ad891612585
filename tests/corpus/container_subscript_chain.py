"""Menus nested in dicts and lists, by constant keys and indexes."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


KEY = "x"
MENUS = {"a": [{}, {KEY: {"go": go}}]}


def decide(runtime):
    return decision.make("Pick one.", MENUS["a"][1][KEY], runtime=runtime)
