"""``runtime`` is filled by the framework; the model never sees it, so there is nothing to describe."""

from op_runtime import agentic_function


@agentic_function(input={"text": {"description": "The text to translate."}, "runtime": {"hidden": True}})
def translate(text: str, runtime=None) -> str:
    """Translate a text into plain English."""
    return runtime.exec(f"Say this in plain English, in one paragraph:\n\n{text}")
