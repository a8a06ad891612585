"""Labels, placeholders and options of unusual values."""

from op_runtime import agentic_function

@agentic_function(
    input={
        "a": {"label": "Größe (cm)", "placeholder": "e.g. \"12\"", "options": ["", " ", "a b"]},
        "b": {"options": [0.1, 1e-7, 1e22, -0.0]},
        "c": {"description": "Yes?\nNo?"},
        "d": {"options": ["x", "y"], "description": "  spaced  "},
        "e": {"options": [0, -1, 1000000000000]},
    }
)
def work(a: str, b: float = 0.1, c: bool = False, d: list[str] = [], e: int = 0) -> str:
    """Do the work."""
    return "done"
