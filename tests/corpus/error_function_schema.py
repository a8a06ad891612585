"""A function with a schema."""

from op_runtime import decision

def look(a: int) -> int:
    return a


def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", {"look": (look, {"a": int})}, runtime=runtime)
