"""A class attribute of a base class, which a subclass may replace."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why



class Base:
    OPTIONS = {"go": go}

    def choose(self, runtime):
        # expect-unknown: self.OPTIONS
        return decision.make("Pick one.", self.OPTIONS, runtime=runtime)


class Desk(Base):
    OPTIONS = {"stay": stay}


def decide(runtime):
    return Desk().choose(runtime)


def decide_base(runtime):
    return decision.make("Pick two.", Other.OPTIONS, runtime=runtime)


class Other(Base):
    pass
