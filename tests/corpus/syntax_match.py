"""match statements around and inside."""

from op_runtime import agentic_function, decision

@agentic_function(input={"a": {"description": "The a."}})
def work(a: str) -> str:
    """Do the work."""
    match a:
        case {"x": y, **rest} if y:
            return y
        case [_, *_] | (1 | 2):
            return "z"
        case _:
            return a


def decide(runtime):
    match 1:
        case 1:
            return decision.make("Pick one.", {"work": work}, runtime=runtime)
