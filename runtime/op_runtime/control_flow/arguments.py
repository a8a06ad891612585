"""Checks of what the primitives are given, all made before the first model call."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
Condition = str | Callable[..., object]


def check_action(action: object, name: str) -> None:
    """Raise TypeError unless `action` can be called later without arguments."""
    if not callable(action):
        raise TypeError(
            f"{name} must be something to call, but it is a value ({type(action).__name__}): the call that made it"
            f' has already happened. Wrap it: {name}=lambda: agent("...")'
        )
    if inspect.iscoroutinefunction(action):
        raise TypeError(
            f"{name} is an `async def`, and nothing here awaits it. Wrap it: {name}=lambda: asyncio.run(f())"
        )


def check_condition(condition: object, name: str) -> None:
    """Raise TypeError unless `condition` is text or a callable, ValueError where the text is blank."""
    if isinstance(condition, str):
        if not condition.strip():
            raise ValueError(f"{name} is empty: say what must hold")
    elif not callable(condition):
        raise TypeError(
            f"{name} must be text that the model judges, or a callable, not {type(condition).__name__}: an"
            f" expression is evaluated once, before anything has run. Write {name}=lambda r: ..."
        )
    elif inspect.iscoroutinefunction(condition):
        raise TypeError(f"{name} is an `async def`, and nothing here awaits it: give a plain callable")


def check_bound(bound: object, name: str, least: int) -> None:
    """Raise TypeError unless `bound` is an int (a bool is none), ValueError where it is below `least`."""
    if isinstance(bound, bool) or not isinstance(bound, int):
        raise TypeError(f"{name} must be an int, not {bound!r}")
    if bound < least:
        raise ValueError(f"{name} must be at least {least}, not {bound}")


def check_prompt(prompt: object, name: str) -> None:
    """Raise TypeError unless `prompt` is text or a list of content blocks, ValueError where it is empty."""
    if not isinstance(prompt, str | list):
        raise TypeError(f"{name} must be text or a list of content blocks, not {type(prompt).__name__}")
    if not prompt or (isinstance(prompt, str) and not prompt.strip()):
        raise ValueError(f"{name} is empty: say what the model is to do")


def run(action: Callable[[], T], name: str) -> T:
    """Effect: call `action`, and refuse a coroutine, which would pass for a result without having run.

    Raises TypeError for a coroutine, and whatever the action raises.
    """
    result = action()
    if inspect.iscoroutine(result):
        result.close()
        raise TypeError(f"{name} returned a coroutine, and nothing here awaits it: use asyncio.run(...) inside it")
    return result
