"""Optional fields."""

from typing import Optional, Union

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"a": int | None, "b": Optional[str], "c": {"type": float | None, "description": "Metres."}, "d": Union[int, str, None]})}, runtime=runtime)
