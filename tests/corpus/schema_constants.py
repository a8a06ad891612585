"""Schema parts that are constants of the module."""

from op_runtime import decision

STEP = {"action": str, "target": str}
LABEL = "label"
TEXT = "Three words."
KINDS = ["a", "b"]


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"steps": [STEP], LABEL: TEXT, "kind": {"options": KINDS}})}, runtime=runtime)
