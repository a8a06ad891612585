"""A ready-made registry for render_options."""

from op_runtime.decision import render_options

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


REGISTRY = {
    "go": {
        "function": go,
        "description": "Travel.",
        "input": {"where": {"source": "llm", "type": str, "description": "A city.", "options": ["Rome", "Oslo"]}},
    },
    "stay": {"function": stay, "description": "", "input": {"why": {"source": "context"}}},
}


def decide(runtime):
    return render_options(REGISTRY)
