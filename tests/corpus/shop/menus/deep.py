"""A constant that is built from its parent package."""

from .. import NAMES, show

MENU = {name: (name.upper(), f"Pick {name}.") for name in NAMES} | {"show": show}
