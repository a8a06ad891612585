"""A NamedTuple as a field type."""

from typing import NamedTuple

from op_runtime import decision

class Point(NamedTuple):
    x: int
    y: int = 0


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"point": Point})}, runtime=runtime)
