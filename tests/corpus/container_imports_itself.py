"""A module that imports itself, and changes what it has by that name."""

from op_runtime import decision


def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


OPTIONS = {"go": go}
PLAIN = ["go"]
FROM = {"go": go}
LEFT = {"go": go, "stay": stay}

import container_imports_itself  # noqa: E402
import container_imports_itself as me  # noqa: E402
from container_imports_itself import FROM as AGAIN  # noqa: E402

container_imports_itself.OPTIONS["stay"] = stay
me.PLAIN = ["stay"]
AGAIN["stay"] = stay


def decide_item(runtime):
    # expect-unknown: OPTIONS[
    return decision.make("Pick one.", OPTIONS, runtime=runtime)


def decide_set(runtime):
    # expect-unknown: me.PLAIN
    return decision.make("Pick one.", PLAIN, runtime=runtime)


def decide_imported(runtime):
    # expect-unknown: AGAIN[
    return decision.make("Pick one.", FROM, runtime=runtime)


def decide_unchanged(runtime):
    return decision.make("Pick one.", me.LEFT, runtime=runtime)
