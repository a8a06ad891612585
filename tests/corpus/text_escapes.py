"""Escapes, raw strings, quotes and line breaks in descriptions."""

from op_runtime import agentic_function, decision

@agentic_function(
    input={
        "a": {"description": "A \"quoted\" back\\slash and a tab\there."},
        "b": {"description": r"A raw \n that stays."},
        "c": {"description": """Two
        lines."""},
        "d": {"description": "\N{BULLET} \u00e9 \x41 \101", "options": ["it's", 'say "hi"', "a\\b"]},
        "e": {"description": "line\u2028separator and\x0cform feed"},
    }
)
def work(a: str, b: str, c: str, d: str, e: str = "de\"fault") -> str:
    r"""Do \the\ work."""
    return a


def decide(runtime):
    return decision.make("Pick one.", {'na"me': work, "back\\slash": ("X", "Line one.\n   Line two.\t\tTabs  stay.")}, runtime=runtime)
