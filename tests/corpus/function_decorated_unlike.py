"""Functions under decorators that give back something else, or change what the model reads."""

import functools

from op_runtime import decision


def other(z: str) -> str:
    """Another."""
    return z


def text(fn):
    """Does not call wraps(fn)."""

    def inner(z):
        return z

    return inner


def documented(fn):
    @functools.wraps(fn)
    def inner(*args):
        return None

    inner.__doc__ = "New."
    return inner


def swapped(fn):
    @functools.wraps(fn)
    def inner(*args):
        return None

    return lambda q: q


def named(fn):
    fn.__name__, fn.known = "renamed", True
    return fn


def set_by_name(fn):
    setattr(fn, "__doc__", "Set.")
    return fn


def half(times):
    def decorate(fn):
        @functools.wraps(fn, assigned=("__name__",))
        def inner(*args):
            return None

        return inner

    return decorate


def rebound(fn):
    fn = other
    return fn


def without_end(fn, on=True):
    if not on:
        return fn


@text
def a(x: int):
    """A."""


@documented
def b(x: int):
    """B."""


@swapped
def c(x: int):
    """C."""


@named
def d(x: int):
    """D."""


@set_by_name
def e(x: int):
    """E."""


@half(1)
def f(x: int):
    """F."""


@functools.wraps(other)
def g(x: int):
    """G."""


@rebound
def h(x: int):
    """H."""


def decide(runtime):
    # expect-unknown: `a` is decorated with `text`
    # expect-unknown: `b` is decorated with `documented`
    # expect-unknown: `c` is decorated with `swapped`
    # expect-unknown: `d` is decorated with `named`
    # expect-unknown: `e` is decorated with `set_by_name`
    # expect-unknown: `f` is decorated with `half`
    # expect-unknown: `g` is decorated with `functools.wraps`
    # expect-unknown: `h` is decorated with `rebound`
    options = {"a": a, "b": b, "c": c, "d": d, "e": e, "f": f, "g": g, "h": h}
    return decision.make("Pick one.", options, runtime=runtime)


@without_end
def i(x: int):
    """I."""


def decide_end(runtime):
    # expect-unknown: `i` is decorated with `without_end`
    options = {"i": i, "other": other}
    return decision.make("Pick one.", options, runtime=runtime)
