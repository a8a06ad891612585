"""The parameter is described where no model reads it."""

from op_runtime import agentic_function


@agentic_function(input={"city": {"description": "The city, in English."}})
def forecast(city: str) -> str:
    """Say what the weather will be tomorrow.

    Args:
        city: The city, as people there write it.
    """
    return f"Tomorrow it rains in {city}."
