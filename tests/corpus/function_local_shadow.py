"""A local function hides the module's."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    def go(how: int) -> int:
        """Go fast."""
        return how

    options = [go]
    return decision.make("Pick one.", options, runtime=runtime)
