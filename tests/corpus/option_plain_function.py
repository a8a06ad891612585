"""A plain function as an option: no descriptions, only injected names are hidden."""

from op_runtime import agentic_function, decision

def forecast(city: str, days: int = 3, exec_runtime=None) -> str:
    """Say what the weather will be."""
    return city


def undocumented(a, b):
    return a


def decide(runtime):
    return decision.make("Pick one.", {"look_up": forecast, "bare": undocumented}, runtime=runtime)
