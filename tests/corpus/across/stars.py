"""Names through a star import of a module of the project."""

from op_runtime import decision

from .handlers import *


def decide(runtime):
    return decision.make("Pick one.", [refund, close], runtime=runtime)
