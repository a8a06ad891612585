"""A hidden parameter that comes from context=."""

from op_runtime import agentic_function, decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


@agentic_function(input={"where": {"description": "A city."}, "session_id": {"hidden": True}})
def travel(where: str, session_id: str) -> str:
    """Travel."""
    return where


def decide(runtime):
    return decision.make("Pick one.", {"travel": travel}, runtime=runtime, context={"session_id": "s"})


def decide_exec(runtime):
    return runtime.exec("Read this.", tools=[], choices=[travel], context={"session_id": "s"})
