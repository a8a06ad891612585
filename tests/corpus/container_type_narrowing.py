"""typing.cast around options."""

from typing import cast

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide(runtime):
    options = cast("dict[str, object]", {"go": go})
    return decision.make("Pick one.", options, runtime=runtime)
