"""A dict option that is a function with its own description, which replaces the summary."""

from op_runtime import agentic_function, decision

@agentic_function(input={"city": {"description": "The city, in English."}})
def forecast(city: str) -> str:
    """Say what the weather will be tomorrow."""
    return city


@agentic_function
def decide(runtime=None):
    """Choose what to do about the weather."""
    return decision.make("Pick one.", {"look_up": (forecast, "When the user asks about tomorrow."), "again": (forecast, "")})
