"""A schema option of a dict."""

from op_runtime import agentic_function, decision

def decide(runtime):
    return decision.make(
        "Pick one.",
        {"plan": ("Produce a plan.", {"steps": [{"action": str, "target": str}], "rationale": str}), "empty": ("No fields.", {})},
        runtime=runtime,
    )
