"""Schema fields given as types."""

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"a": str, "b": int, "c": float, "d": bool, "e": list, "f": dict, "g": list[int], "h": dict[str, float], "i": tuple[int, str], "j": set[str], "k": None})}, runtime=runtime)
