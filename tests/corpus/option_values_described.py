"""Values with a description."""

from op_runtime import agentic_function, decision

def decide(runtime):
    return decision.make(
        "Pick one.",
        {
            "skip": ("SKIPPED", "Nothing to do."),
            "stop": (None, "Stuck."),
            "list": ([1, 2], "A list."),
            "quiet": ("QUIET", ""),
        },
        runtime=runtime,
    )
