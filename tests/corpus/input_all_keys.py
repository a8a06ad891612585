"""Every key of an input= entry."""

from op_runtime import agentic_function

@agentic_function(input={
        "text": {"description": "The text.", "placeholder": "Once upon a time", "multiline": True, "label": "Text"},
        "tone": {"description": "The tone.", "options": ["warm", "cold"]},
        "line": {"multiline": False},
        "size": {"placeholder": "12", "multiline": True},
        "tool": {"options_from": "functions", "description": "What to run."},
        "session": {"hidden": True, "description": "Never shown."},
        "legacy": {"source": "context"},
        "visible": {"source": "llm", "hidden": False},
        "flag": {"description": ""},
    })
def work(text: str, tone: str, line: str, size: int, tool: str, session: str, legacy: str, visible: str, flag: bool = False) -> str:
    """Do the work."""
    return "done"
