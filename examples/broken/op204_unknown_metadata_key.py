"""``choices`` is read by nobody: the allowed values of a parameter are ``options``."""

from op_runtime import agentic_function


@agentic_function(input={"size": {"description": "The size of the cup.", "choices": ["small", "large"]}})
def brew(size: str) -> str:
    """Brew a coffee."""
    return f"One {size} coffee."
