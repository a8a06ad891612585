"""A property that gives the options."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why



class Desk:
    @property
    def options(self):
        return {"go": go}

    def choose(self, runtime):
        # expect-unknown: property
        return decision.make("Pick one.", self.options, runtime=runtime)


def decide(runtime):
    return Desk().choose(runtime)
