"""Objects with __call__, static and class methods."""

from op_runtime import decision

class Caller:
    """Calls."""

    def __call__(self, number: int) -> int:
        """Call it."""
        return number

    @staticmethod
    def fixed(a: int) -> int:
        """Fixed."""
        return a

    @classmethod
    def made(cls, b: str) -> str:
        """Made."""
        return b


def decide(runtime):
    options = {"object": Caller(), "static": Caller.fixed, "class": Caller.made}
    return decision.make("Pick one.", options, runtime=runtime)
