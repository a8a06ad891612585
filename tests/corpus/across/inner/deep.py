"""Relative imports of two levels, and a cycle."""

from op_runtime import decision

from .. import handlers
from ..menus import BASE
from . import cycle


def decide(runtime):
    return decision.make("Pick one.", {**BASE, "again": handlers.close, "round": cycle.turn}, runtime=runtime)
