"""A decision that a class keeps as a default or a property."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


class Desk:
    def __init__(self, runtime):
        self._runtime = runtime

    @property
    def next_step(self):
        return decision.make("Pick one.", {"go": go}, runtime=self._runtime)


def decide(runtime):
    return Desk(runtime).next_step
