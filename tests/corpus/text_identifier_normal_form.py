"""Python normalises identifiers: the name that counts is the normal form."""

from op_runtime import agentic_function, decision

@agentic_function(input={"file": {"description": "The file."}})
def ﬁnd(ﬁle: str) -> str:
    """Find it."""
    return file


def decide(runtime):
    return decision.make("Pick one.", [find], runtime=runtime)
