"""A comprehension over an Enum."""

from enum import Enum

from op_runtime import decision

class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


def decide(runtime):
    options = {mood.value: mood for mood in Mood}
    return decision.make("Pick one.", options, runtime=runtime)
