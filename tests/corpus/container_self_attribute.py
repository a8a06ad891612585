"""Options in a class attribute, read through self and cls."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


class Desk:
    OPTIONS = [go, "done"]

    def choose(self, runtime):
        return decision.make("Pick one.", self.OPTIONS, runtime=runtime)

    @classmethod
    def choose_class(cls, runtime):
        return decision.make("Pick again.", cls.OPTIONS, runtime=runtime)


def decide(runtime):
    return Desk().choose(runtime)


def decide_class(runtime):
    return Desk.choose_class(runtime)
