"""Agentic methods, bound by an instance."""

from op_runtime import agentic_function, decision

class Desk:
    @agentic_function(input={"a": {"description": "The a."}})
    def find(self, a: int) -> int:
        """Find it."""
        return a

    @agentic_function
    async def look(self, b: str) -> str:
        """Look at it."""
        return b


desk = Desk()


def decide(runtime):
    return decision.make("Pick one.", {"find": desk.find, "look": desk.look}, runtime=runtime)


def decide_in_list(runtime):
    return decision.make("Pick from a list.", [desk.find, (Desk().look, "Look.")], runtime=runtime)
