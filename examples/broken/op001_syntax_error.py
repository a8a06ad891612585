"""A comma was lost while the function was being typed: the rest of the file is still checked."""

from op_runtime import agentic_function, decision


@agentic_function(input={"subject": {"description": "The subject line."}})
def shorten(subject: str length: int = 40) -> str:
    """Shorten a subject line."""
    return subject[:length]


@agentic_function(input={"subject": {"description": "The subject line."}})
def sort_mail(subject: str, runtime=None) -> str:
    """Sort a mail by its subject."""
    return decision.make(f"Pick a folder for: {subject}", ["inbox", "archive"])
