"""The whole schema is a constant."""

from typing import Final

from op_runtime import decision

PLAN: Final = {"steps": [str], "cost": float}


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", PLAN)}, runtime=runtime)
