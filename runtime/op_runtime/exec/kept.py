"""Turns as steps of a run: the model's answer or pick is one step, the function that it picked another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from op_runtime.exec.dispatch import arun, run
from op_runtime.steps import arecorded, recorded

if TYPE_CHECKING:
    from op_runtime.exec.turn import Turn
    from op_runtime.menu import Menu
    from op_runtime.menu.reply import Pick


def kept_text(turn: Turn, ask: Callable[[], str]) -> str:
    """Effect: give the turn's text as one step."""
    return recorded(turn.name, _prompt(turn), _arguments(turn), ask)


async def akept_text(turn: Turn, ask: Callable[[], Awaitable[str]]) -> str:
    """Effect: what `kept_text` does, for `async` code."""
    return await arecorded(turn.name, _prompt(turn), _arguments(turn), ask)


def kept_pick(turn: Turn, menu: Menu, ask: Callable[[], Pick]) -> Pick:
    """Effect: give the turn's pick as one step: it is kept before anybody is asked for approval or anything is run."""
    return _unpacked(recorded(turn.name, _prompt(turn), _arguments(turn), lambda: _packed(ask())), menu)


async def akept_pick(turn: Turn, menu: Menu, ask: Callable[[], Awaitable[Pick]]) -> Pick:
    """Effect: what `kept_pick` does, for `async` code."""

    async def packed() -> dict[str, Any]:
        return _packed(await ask())

    return _unpacked(await arecorded(turn.name, _prompt(turn), _arguments(turn), packed), menu)


def kept_run(pick: Pick, call: Callable[[], Any], runtime: Any) -> Any:
    """Effect: carry out a pick that may run; a function is a step of its own, so that it is not run again."""
    if pick.option.function is None:
        return run(call, runtime)
    return recorded(pick.option.name, None, pick.args, lambda: run(call, runtime))


async def akept_run(pick: Pick, call: Callable[[], Any], runtime: Any) -> Any:
    """Effect: what `kept_run` does, for `async` code."""
    if pick.option.function is None:
        return await arun(call, runtime)
    return await arecorded(pick.option.name, None, pick.args, lambda: arun(call, runtime))


def _prompt(turn: Turn) -> object:
    return turn.request.messages[-1]["content"]


def _arguments(turn: Turn) -> Mapping[str, object]:
    tools = list(turn.toolbox.tools)
    return {"tools": tools} if tools else {}


def _packed(pick: Pick) -> dict[str, Any]:
    return {"call": pick.option.name, "args": pick.args}


def _unpacked(packed: Mapping[str, Any], menu: Menu) -> Pick:
    from op_runtime.menu.reply import Pick

    option = menu.get(packed["call"])
    assert option is not None  # the prompt holds the menu, and is part of what the step is found by
    return Pick(option, dict(packed["args"]))
