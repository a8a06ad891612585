"""Types made by calls: namedtuple, TypedDict, Enum."""

from enum import Enum
from typing import NamedTuple, TypedDict

from op_runtime import decision

Mood = Enum("Mood", {"GOOD": "good", "BAD": "bad"})
Row = TypedDict("Row", {"name": str, "count": int})
Point = NamedTuple("Point", [("x", int), ("y", int)])


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"mood": Mood, "row": Row, "point": Point})}, runtime=runtime)
