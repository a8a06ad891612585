"""Dict options that are values: text, numbers, None, a list, a dict, a set, bytes."""

from op_runtime import agentic_function, decision

def decide(runtime):
    return decision.make(
        "Pick one.",
        {
            "text": "SKIPPED",
            "number": 7,
            "negative": -2.5,
            "nothing": None,
            "yes": True,
            "items": [1, 2],
            "record": {"status": "closed"},
            "members": {1, 2},
            "raw": b"x",
        },
        runtime=runtime,
    )
