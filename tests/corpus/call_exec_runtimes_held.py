"""Runtimes in attributes, tuples and fields, from helpers, and entered in other ways."""
# expect-decisions: 17

import contextlib
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import cast

from op_runtime import Runtime, Runtime as Engine


def go(where: str) -> str:
    """Go there."""
    return where


@dataclass
class State:
    engine: Runtime
    note: str = ""

    def choose(self):
        return self.engine.exec("One.", choices={"go": go})


class Desk:
    def __init__(self, session):
        self.rt = session

    @property
    def mine(self) -> Runtime:
        return self.rt

    def ask(self):
        return self.mine.exec("Two.", choices={"go": go, "a": 1})

    def again(self):
        rt = self.rt
        return rt.exec("Three.", choices={"go": go, "b": 1})


def helper(session: "Engine | None" = None):
    return session or Runtime(session.backend)


@contextmanager
def opened(session: Engine):
    yield session


def passed(one, two=None):
    return two.exec("Four.", choices={"go": go, "c": 1})


def decide_state(runtime):
    return State(runtime).choose()


def decide_desk(runtime):
    return Desk(session=runtime).ask()


def decide_desk_again(runtime):
    return Desk(runtime).again()


def decide_helper(runtime):
    return helper(runtime).exec("Five.", choices={"go": go, "d": 1})


def decide_opened(runtime):
    with opened(runtime) as rt:
        return rt.exec("Six.", choices={"go": go, "e": 1})


def decide_stack(runtime):
    with ExitStack() as stack:
        rt = stack.enter_context(runtime)
        return rt.exec("Seven.", choices={"go": go, "f": 1})


def decide_tuple(runtime):
    pair = (runtime, "x")
    return pair[0].exec("Eight.", choices={"go": go, "g": 1})


def decide_unpacked(runtime):
    rt, note = runtime, "x"
    return rt.exec("Nine.", choices={"go": go, "h": 1})


def decide_dict(runtime):
    known = {"fast": runtime}
    return known["fast"].exec("Ten.", choices={"go": go, "i": 1})


def decide_loop(runtime):
    for rt in (runtime, Runtime(runtime.backend)):
        return rt.exec("Eleven.", choices={"go": go, "j": 1})


def decide_walrus(runtime):
    if (rt := runtime) is not None:
        return rt.exec("Twelve.", choices={"go": go, "k": 1})


def decide_either(runtime):
    rt = runtime if runtime else Runtime(session.backend)
    return (rt or runtime).exec("Thirteen.", choices={"go": go, "l": 1})


def decide_cast(runtime):
    return cast(Runtime, runtime).exec("Fourteen.", choices={"go": go, "m": 1})


def decide_passed(runtime):
    return passed(1, two=runtime)


async def decide_async(runtime):
    async with contextlib.AsyncExitStack() as stack:
        rt = stack.enter_context(runtime)
        return await rt.aexec("Fifteen.", choices={"go": go, "n": 1})


def decide_branches(runtime):
    if runtime:
        rt = runtime
    else:
        rt = Runtime(session.backend)
    return rt.exec("Sixteen.", choices={"go": go, "o": 1})


def decide_closure(runtime):
    rt = runtime

    def inner():
        return rt.exec("Seventeen.", choices={"go": go, "p": 1})

    return inner()
