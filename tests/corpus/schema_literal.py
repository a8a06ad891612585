"""Literal in a schema."""

from typing import Literal

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"mood": Literal["good", "bad"], "level": Literal[1, 2, 3], "moods": list[Literal["good", "bad"]], "maybe": Literal["x"] | None})}, runtime=runtime)
