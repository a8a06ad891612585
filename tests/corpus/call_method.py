"""A decision in a method, with bound methods of self."""

from op_runtime import agentic_function, decision

class Desk:
    def look(self, where: str) -> str:
        """Look."""
        return where

    @agentic_function(input={"what": {"description": "What it is."}})
    def take(self, what: str) -> str:
        """Take."""
        return what

    @agentic_function
    def choose(self, runtime=None):
        """Choose."""
        return decision.make("Pick one.", {"look": self.look, "take": self.take})


def decide(runtime):
    return Desk().choose(runtime=runtime)
