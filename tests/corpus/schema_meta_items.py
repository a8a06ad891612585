"""Items with their own meta-spec, nested."""

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"rows": {"items": {"fields": {"cell": {"options": ["x", "o"]}, "note": "Why."}}, "description": "The board."}, "marks": {"items": {"type": str, "options": ["x", "o"]}}, "pairs": [{"type": str, "description": "One."}]})}, runtime=runtime)
