"""parameters= replaces the schema of the tool spec."""

from op_runtime import agentic_function

@agentic_function(parameters={"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"]})
def work(a: int) -> int:
    """Do the work."""
    return a
