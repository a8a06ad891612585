"""An allowed value is listed twice: one of them was meant to be another."""

from op_runtime import agentic_function


@agentic_function(input={"unit": {"description": "The unit of the answer.", "options": ["metre", "mile", "metre"]}})
def distance(unit: str) -> str:
    """Measure the distance to the nearest shop."""
    return f"1.5 {unit}"
