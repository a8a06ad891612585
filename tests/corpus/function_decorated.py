"""Functions under decorators of the standard library and of the project."""

import functools

from op_runtime import decision

def keep(fn):
    return fn


@functools.lru_cache(maxsize=None)
def cached(a: int) -> int:
    """Cached."""
    return a


@keep
def plain(b: int) -> int:
    """Plain."""
    return b


def decide(runtime):
    # expect-unknown: keep
    options = {"cached": cached, "plain": plain}
    return decision.make("Pick one.", options, runtime=runtime)
