"""Type parameters and type statements."""

# python: 3.12
from op_runtime import agentic_function, decision

type Ids = list[int]
type Label = "str | None"


@agentic_function
def work[T: int](a: T, ids: Ids, label: Label = None) -> str:
    """Do the work."""
    return ""


class Box[T]:
    content: T


def decide(runtime):
    return decision.make("Pick one.", {"work": work, "emit": ("Emit.", {"ids": Ids})}, runtime=runtime)
