"""Entries and keys that are ignored: injected names, deferred keys, keys of the signature."""

from op_runtime import agentic_function

@agentic_function(input={"runtime": {"hidden": True}, "a": {"description": "A.", "effects": ["disk"], "type": "int", "default": 3, "required": True}})
def work(a: int, runtime=None) -> str:
    """Do the work."""
    return "done"
