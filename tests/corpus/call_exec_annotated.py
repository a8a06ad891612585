"""exec on a parameter that is annotated as a runtime."""

from op_runtime import Runtime

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why



def ask(session: Runtime):
    return session.exec("Read two.", tools=[], choices={"stay": stay})


def decide_parameter(runtime):
    return ask(runtime)

