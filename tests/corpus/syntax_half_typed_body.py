"""A function body that is still being typed, before and after the decision."""

from op_runtime import agentic_function, decision

@agentic_function
def work(a: str) -> str:
    """Do the work."""
    if a ==  # half-typed
    return a


def decide(runtime):
    options = {"work": work}
    print(options[  # half-typed
    return decision.make("Pick one.", options, runtime=runtime)
