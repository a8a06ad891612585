"""Types and functions that live inside a function."""

from enum import Enum

from op_runtime import agentic_function, decision

def decide(runtime):
    class Mood(Enum):
        GOOD = "good"
        BAD = "bad"

    @agentic_function
    def rate(mood: Mood) -> str:
        """Rate it."""
        return mood.value

    return decision.make("Pick one.", {"rate": rate, "say": ("Say it.", {"mood": Mood})}, runtime=runtime)
