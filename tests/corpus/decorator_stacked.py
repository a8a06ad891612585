"""Other decorators above and below."""

import functools

from op_runtime import agentic_function

def plain(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)

    return wrapper


@agentic_function(input={"a": {"description": "The a."}})
@plain
def below(a: int, b: str = "x") -> int:
    """Below."""
    return a


class Desk:
    @staticmethod
    @agentic_function
    def fixed(a: int) -> int:
        """Fixed."""
        return a
