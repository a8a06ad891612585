"""Options that __init__ sets."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why



class Desk:
    def __init__(self):
        self.options = {"go": go}

    def choose(self, runtime):
        # expect-unknown: self.options
        return decision.make("Pick one.", self.options, runtime=runtime)


def decide(runtime):
    return Desk().choose(runtime)
