"""Meta-specs of fields, with every key."""

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"size": {"type": int, "description": "Centimetres.", "options": [10, 20]}, "colour": {"options": ["red", "green"]}, "tags": {"type": list, "items": str, "description": "Free words."}, "who": {"fields": {"name": {"description": "Full name."}, "age": int}}, "both": {"type": dict, "description": "An object.", "fields": {"type": str}}, "any": {"description": "Text."}})}, runtime=runtime)
