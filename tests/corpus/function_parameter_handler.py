"""A handler that is a parameter, beside one that is known."""

from op_runtime import decision


def go(where: str) -> str:
    """Go there."""
    return where


def ask(handler, runtime):
    # expect-unknown: handler
    return decision.make("Pick one.", {"go": go, "other": handler}, runtime=runtime)


def decide(runtime):
    return ask(go, runtime)
