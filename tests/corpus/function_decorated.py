"""Functions under decorators that give back what they get, or a wrapper that passes for it."""

import contextlib
import functools

from op_runtime import agentic_function, decision

SEEN = {}


def keep(fn):
    return fn


def register(fn, where: str = "here"):
    """Put it into a list."""
    SEEN[fn.__name__] = fn
    fn.where = where
    return fn


def retry(times: int):
    def decorate(fn):
        @functools.wraps(fn)
        def again(*args, **kwargs):
            return [fn(*args, **kwargs) for _ in range(times)]

        return again

    return decorate


def sometimes(fn, on=True):
    if on:
        return fn

    @functools.wraps(fn)
    def other(*args):
        return None

    return other


@functools.lru_cache(maxsize=None)
def cached(a: int) -> int:
    """Cached."""
    return a


@keep
def plain(b: int) -> int:
    """Plain."""
    return b


@register
@agentic_function(input={"c": {"description": "The c."}})
def listed(c: int, runtime=None) -> int:
    """Listed."""
    return c


@retry(3)
def again(d: int = 4) -> int:
    """Again."""
    return d


@sometimes
def maybe(e: str) -> str:
    """Maybe."""
    return e


@contextlib.contextmanager
def opened(f: str):
    """Open it."""
    yield f


@functools.singledispatch
def shown(g: object) -> str:
    """Show it."""
    return str(g)


def decide(runtime):
    options = [cached, plain, listed, again, maybe, opened, shown]
    return decision.make("Pick one.", options, runtime=runtime)
