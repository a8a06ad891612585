"""Enum values as option names."""

from enum import Enum

from op_runtime import decision

class Step(str, Enum):
    NEXT = "next"
    LAST = "last"


class Plain(Enum):
    STOP = "stop"


def decide(runtime):
    return decision.make("Pick one.", {Plain.STOP.value: 1, Step.LAST.value: 2}, runtime=runtime)
