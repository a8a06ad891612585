"""Enums in a schema."""

from enum import Enum

from op_runtime import decision

class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"mood": Mood, "moods": [Mood], "maybe": Mood | None, "by_mood": dict[str, Mood]})}, runtime=runtime)
