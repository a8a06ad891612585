"""Explicit options without a name, of which source cannot tell what they hold."""

import os

from op_runtime import Option, agentic_function, decision


@agentic_function
def stop() -> str:
    """Stop here."""
    return "stopped"


def decide(runtime):
    # expect-unknown: os.environ
    return decision.make(
        "Pick one.",
        [Option.value(os.environ.get("OP_LINT_NOWHERE", "wait"), description="Later."), stop],
        runtime=runtime,
    )
