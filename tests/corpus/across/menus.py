"""Containers that other modules use."""

from . import handlers
from .handlers import close

BASE = {"refund": handlers.refund, "close": (close, "Nothing is left.")}
NAMES = ["one", "two"]


def menu():
    """The base and one more."""
    options = dict(BASE)
    options["wait"] = "WAIT"
    return options
