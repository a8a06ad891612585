"""Schemas that share parts and reach into constants."""

from op_runtime import decision

PARTS = {"a": {"x": int}, "b": {"type": str, "description": "B."}}


def decide(runtime):
    options = {"emit": ("Answer.", {"a": PARTS["a"], "b": [PARTS["b"]], **{name: str for name in ("c", "d")}})}
    return decision.make("Pick one.", options, runtime=runtime)
