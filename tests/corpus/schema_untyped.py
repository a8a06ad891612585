"""Untyped objects and lists."""

from typing import Any

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"any": {}, "items": [{}], "things": [dict], "anything": Any})}, runtime=runtime)
