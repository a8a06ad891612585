"""A schema put together from others."""

from op_runtime import decision

BASE = {"name": str}


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {**BASE, "extra": int, **dict(more=str)} | {"last": bool})}, runtime=runtime)
