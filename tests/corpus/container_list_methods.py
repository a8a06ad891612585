"""append, extend and insert."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = [go]
    options.append("done")
    options.extend(["a", ("b", "B.")])
    options.insert(0, stay)
    return decision.make("Pick one.", options, runtime=runtime)
