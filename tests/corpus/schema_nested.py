"""Objects in lists in objects."""

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"days": [{"name": str, "stops": [{"place": str, "minutes": int}]}], "budget": {"total": float, "parts": [[float]]}})}, runtime=runtime)
