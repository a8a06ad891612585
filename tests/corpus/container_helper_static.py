"""A static method as helper."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


class Desk:
    @staticmethod
    def build():
        return {"go": go}


def decide(runtime):
    options = Desk.build()
    return decision.make("Pick one.", options, runtime=runtime)
