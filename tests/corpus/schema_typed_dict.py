"""A TypedDict as a field type."""

from typing import NotRequired, Required, TypedDict

from op_runtime import decision

class Row(TypedDict):
    name: str
    count: NotRequired[int]


class Part(TypedDict, total=False):
    left: str
    right: Required[int]


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"row": Row, "part": Part})}, runtime=runtime)
