"""Allowed values that fit the type after coercion, and of mixed kinds."""

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"size": {"type": int, "options": ["5", "10"]}, "share": {"type": float, "options": [1, 0.5]}, "mixed": {"options": ["a", 1]}, "flags": {"options": [True, False]}, "many": {"type": list[int], "options": [1, 2]}})}, runtime=runtime)
