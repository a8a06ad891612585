"""A function that is defined twice: the last one counts."""

from op_runtime import decision

def work(a: int) -> int:
    """First."""
    return a


def work(b: str) -> str:
    """Second."""
    return b


def decide(runtime):
    options = [work]
    return decision.make("Pick one.", options, runtime=runtime)
