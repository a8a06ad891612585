"""Type aliases as field types."""

from typing import Literal, NewType, TypeAlias

from op_runtime import decision

Ids = list[int]
Label: TypeAlias = str | None
UserId = NewType("UserId", int)
Mood = Literal["good", "bad"]


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"ids": Ids, "label": Label, "user": UserId, "mood": Mood})}, runtime=runtime)
