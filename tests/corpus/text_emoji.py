"""Emoji and other scripts in names, descriptions and prompts, before the columns that count."""

from op_runtime import agentic_function, decision

@agentic_function(input={"stadt": {"description": "🌆 Die Stadt — größer als 東京?", "options": ["Köln", "北京", "👩‍👩‍👧"]}})
def wähle(stadt: str) -> str:
    """🌦️ Sag das Wetter voraus."""
    return stadt


def decide(runtime):
    x = "😀😀😀"; return decision.make("Pick 🙂.", {"wetter ☀️": wähle, "ende": ("ENDE 🏁", "Schluß.")}, runtime=runtime)
