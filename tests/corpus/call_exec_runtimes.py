"""exec on runtimes that are made here, annotated or entered."""

from op_runtime import Runtime

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why



def decide_annotated(runtime: Runtime):
    rt = runtime
    return rt.exec("Read one.", tools=[], choices={"go": go})


def ask(session: Runtime):
    return session.exec("Read two.", tools=[], choices={"stay": stay})


def decide_parameter(runtime):
    return ask(runtime)


def decide_with(runtime):
    with Runtime(runtime.backend) as rt:
        return rt.exec("Read three.", tools=[], choices={"go": go, "stay": stay})
