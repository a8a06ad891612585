"""exec on the other injected names and on an attribute."""

from op_runtime import agentic_function, decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


class Desk:
    def __init__(self, runtime):
        self.runtime = runtime

    def choose(self):
        return self.runtime.exec("Read this.", choices={"go": go})


@agentic_function
def decide(exec_runtime=None, runtime=None):
    """Read, then decide."""
    return exec_runtime.exec("Read this.", choices={"stay": stay})


def decide_attribute(runtime):
    return Desk(runtime).choose()
