"""Enum members and their values as option values."""

from enum import Enum

from op_runtime import decision

class Step(Enum):
    NEXT = "next"
    LAST = "last"


def decide(runtime):
    return decision.make("Pick one.", {"next": Step.NEXT, "last": (Step.LAST, "No more."), "raw": Step.NEXT.value}, runtime=runtime)
