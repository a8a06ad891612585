"""Checks of what a runtime and a turn are given, all made before anything is asked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from math import isfinite
from threading import TIMEOUT_MAX
from typing import Any, Final

from op_runtime.menu.metadata import near

CHOICES: Final = ("auto", "none", "required")
"""What `tool_choice=` says beside the name of a tool."""


def check_runtime(arguments: Mapping[str, Any]) -> None:
    """Check the arguments of `Runtime` by name; `call` is for `as_model` to check.

    Raises:
        TypeError: one is of the wrong type.
        ValueError: one is out of range.
    """
    if arguments["model"] is not None and not isinstance(arguments["model"], str):
        raise TypeError(f"model= is the model's name as text, not {arguments['model']!r}")
    if arguments["system"] is not None and not isinstance(arguments["system"], str):
        raise TypeError(f"system= is the system prompt as text, not {arguments['system']!r}")
    check_retries(arguments["max_retries"])
    constrain = arguments["constrain"]
    if not isinstance(constrain, bool) and not (isinstance(constrain, str) and constrain == "reask"):
        raise TypeError(f'constrain= is True, False or "reask", not {constrain!r}')
    check_callable(arguments["on_approval"], "on_approval=", "on_approval(name, arguments), which gives True or False")
    _check_store(arguments["store"])
    check_text(arguments["channel"], "channel=")
    backoff = arguments["backoff"]
    if isinstance(backoff, bool) or not isinstance(backoff, int | float):
        raise TypeError(f"backoff= is a number of seconds, not {backoff!r}")
    if not isfinite(backoff) or backoff < 0:
        raise ValueError(f"backoff= is a number of seconds of 0 or more, not {backoff!r}")


def _check_store(store: object) -> None:
    if store is None or isinstance(store, str | os.PathLike):
        if store is not None and not os.fspath(store):
            raise ValueError("store= is empty: give the path of a file, or leave it out to keep the trace in memory")
        return
    methods = [name for name in ("add", "update", "nodes") if not callable(getattr(store, name, None))]
    if isinstance(store, type) or methods:
        what = "a class: make an object of it" if isinstance(store, type) else f"without {', '.join(methods)}"
        raise TypeError(
            f"store= is the path of an SQLite file, or an object with add(node), update(node) and nodes(); {store!r}"
            f" is {what}"
        )


def check_names(given: Iterable[str], known: Iterable[str]) -> None:
    """Raise TypeError where an argument of `Runtime.aexec` is none of `known`, which names those of `Runtime.exec`."""
    names = list(known)
    for name in given:
        if name not in names:
            raise TypeError(f"Runtime.aexec() got an unexpected keyword argument {name!r}{near(name, names)}")


def check_turn(
    max_iterations: object,
    parallel_tool_calls: object,
    model: object,
    timeout_s: object,
    on_retry: object,
    context: object,
    name: object,
) -> None:
    """Check the plain arguments of `Runtime.exec`; its content, tools, choices and formats have checks of their own.

    Raises:
        TypeError: one is of the wrong type.
        ValueError: one is out of range.
    """
    if isinstance(max_iterations, bool) or not isinstance(max_iterations, int):
        raise TypeError(f"max_iterations= is how many model calls there may be, as an int, not {max_iterations!r}")
    if max_iterations < 1:
        raise ValueError(f"max_iterations= must be at least 1, not {max_iterations}")
    if parallel_tool_calls is not None and not isinstance(parallel_tool_calls, bool):
        raise TypeError(f"parallel_tool_calls= is True, False or None, not {parallel_tool_calls!r}")
    check_text(model, "model=")
    check_text(name, "name=", needed=True)
    check_timeout(timeout_s)
    check_callable(on_retry, "on_retry=", "on_retry(number, error)")
    if context is not None and not isinstance(context, Mapping):
        raise TypeError(f"context must be a dict of hidden parameters, not {type(context).__name__}")


def check_tool_choice(choice: object, offered: Iterable[str]) -> str | None:
    """Check `tool_choice=` against the names of the tools that are sent, and give the name that it demands, if any.

    Raises:
        TypeError: it is no text and none of the providers' forms.
        ValueError: it names no tool that is sent, or demands one where none is.
    """
    names = list(offered)
    wanted = choice
    if isinstance(choice, Mapping):
        inner = choice.get("function")
        wanted = inner.get("name") if isinstance(inner, Mapping) else choice.get("name")
    if not isinstance(wanted, str):
        raise TypeError(
            'tool_choice= is "auto", "none", "required", a tool\'s name, or {"type": "function", "function": {"name":'
            f" ...}}}}, not {choice!r}"
        )
    if not isinstance(choice, Mapping) and wanted in CHOICES:
        if wanted == "required" and not names:
            raise ValueError('tool_choice="required" demands a tool call, and no tools are sent')
        return None
    if wanted not in names:
        there = f"the tools are {', '.join(names)}" if names else "no tools are sent"
        raise ValueError(f"tool_choice= names {wanted!r}{near(wanted, [*names, *CHOICES])}; {there}")
    return wanted


def check_text(value: object, name: str, *, needed: bool = False) -> None:
    """Raise TypeError where `value` is neither None nor text, ValueError where the text is blank."""
    if value is None and not needed:
        return
    if not isinstance(value, str):
        raise TypeError(f"{name} is a name as text, not {value!r}")
    if not value.strip():
        raise ValueError(f"{name} is empty: give a name, or leave it out")


def check_callable(value: object, name: str, form: str) -> None:
    """Raise TypeError where `value` is neither None nor can be called; `form` says how it will be."""
    if value is not None and not callable(value):
        raise TypeError(f"{name} is something to call as {form}, not {value!r}")


def check_retries(max_retries: object) -> int:
    """Give `max_retries` back; raises TypeError where it is no int, ValueError where it is negative."""
    if isinstance(max_retries, bool) or not isinstance(max_retries, int):
        raise TypeError(f"max_retries must be an int, not {max_retries!r}")
    if max_retries < 0:
        raise ValueError(f"max_retries must be 0 or more, not {max_retries}")
    return max_retries


def check_timeout(timeout_s: object) -> None:
    """Raise TypeError where `timeout_s` is neither None nor a number of seconds, ValueError where it is nan.

    Zero and less are numbers of seconds: what is left of a caller's own deadline, which has passed.
    """
    if timeout_s is None:
        return
    if isinstance(timeout_s, bool) or not isinstance(timeout_s, int | float):
        raise TypeError(f"timeout_s must be a number of seconds, not {timeout_s!r}")
    if timeout_s != timeout_s:
        raise ValueError("timeout_s must be a number of seconds, not nan")


def deadline_in(timeout_s: float | None, now: float) -> float | None:
    """Give the moment `timeout_s` after `now`; None where there is no deadline, or none that a clock could reach."""
    return None if timeout_s is None or timeout_s > TIMEOUT_MAX / 2 else now + timeout_s
