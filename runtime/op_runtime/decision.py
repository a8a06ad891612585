"""The model decides what happens next: options in, the result of the picked one out (decision spec)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from op_runtime.context import require_runtime
from op_runtime.errors import DecisionError
from op_runtime.exec.checks import check_retries
from op_runtime.exec.dispatch import (
    all_arguments,
    arun,
    bind,
    check_context,
    check_sync,
    finished,
    prepared,
    result_of,
    run,
)
from op_runtime.exec.runtime import DECISION_FINISH_INSTRUCTION, Runtime
from op_runtime.exec.turn import decision_error
from op_runtime.menu import Menu, Option, build_menu

if TYPE_CHECKING:
    from op_runtime.menu.reply import Pick

__all__ = [
    "DECISION_FINISH_INSTRUCTION",
    "DecisionError",
    "Option",
    "amake",
    "extract_action",
    "make",
    "parse_args",
    "render_options",
    "resolve_decision",
]


def make(
    prompt: str,
    options: object,
    *,
    runtime: Any = None,
    context: Mapping[str, object] | None = None,
    max_retries: int = 1,
) -> Any:
    """Effect: let the model pick one of `options`, and give the result of the next step.

    Sends the prompt, an empty line and the menu, without tools. A function option is run and its return value given;
    a value is given as it is; a schema gives `{"decision": name, **fields}`. Hidden parameters come from `context`. A
    picked `async def` is run to its end; inside a running event loop it is refused before the model is asked.

    Raises:
        RuntimeError: no runtime is given and none is current.
        TypeError: a malformed option, or a hidden parameter that `context` does not have; before any model call.
        ValueError: empty options, duplicate names, a negative `max_retries`; before any model call.
        DecisionError: after `max_retries` re-asks there is still no pick.
    """
    check_retries(max_retries)
    chosen: Any = require_runtime("decision.make()") if runtime is None else runtime
    if isinstance(chosen, Runtime):
        return chosen.decide(prompt, options, context, max_retries)
    menu = build_menu(options)
    hidden = check_context(menu, context)
    check_sync(menu)
    reply = chosen.exec(prompt + "\n\n" + menu.render(), tools=[])
    pick = _read(reply, menu, chosen, max_retries)
    return run(prepared(pick.option, pick.args, hidden, chosen), chosen)


async def amake(
    prompt: str,
    options: object,
    *,
    runtime: Any = None,
    context: Mapping[str, object] | None = None,
    max_retries: int = 1,
) -> Any:
    """Effect: what `make` does, for `async` code: the model and a picked `async def` option are awaited."""
    check_retries(max_retries)
    chosen: Any = require_runtime("decision.amake()") if runtime is None else runtime
    if isinstance(chosen, Runtime):
        return await chosen.adecide(prompt, options, context, max_retries)
    menu = build_menu(options)
    hidden = check_context(menu, context)
    reply = await chosen.aexec(prompt + "\n\n" + menu.render(), tools=[])
    kinds: list[str] = []
    while isinstance(outcome := _attempt(reply, menu, kinds, max_retries), str):
        reply = await chosen.aexec(outcome, tools=[])
    return await arun(prepared(outcome.option, outcome.args, hidden, chosen), chosen)


def render_options(options: object) -> str:
    """Give the menu of `options`, or of a ready-made registry, as the model reads it."""
    return build_menu(options, registry=True).render()


def extract_action(text: str) -> dict[str, Any] | None:
    """Give the pick in a reply as it stands there, without looking at any options; None where there is none."""
    from op_runtime.menu.extract import extract_action as extract

    return extract(text)


def parse_args(
    reply: str,
    options: object,
    runtime: Any,
    *,
    context: Mapping[str, object] | None = None,
    max_retries: int = 1,
) -> tuple[Callable[..., Any] | str, dict[str, object]]:
    """Effect: read the pick in `reply`, asking `runtime` again where it cannot be read.

    Gives `(chosen, arguments)`: for a function option the function itself with everything that it is called with,
    hidden parameters and runtimes included; for others their name and fields. `options` may be a ready-made registry.

    Raises:
        DecisionError, TypeError, ValueError: as `make` does.
    """
    check_retries(max_retries)
    menu = build_menu(options, registry=True)
    hidden = check_context(menu, context)
    pick = _read(reply, menu, runtime, max_retries)
    option = pick.option
    if option.function is None:
        return option.name, dict(pick.args)
    assert callable(option.target)
    return option.target, all_arguments(option.function, pick.args, hidden, runtime)


def resolve_decision(chosen: Callable[..., Any] | str, arguments: Mapping[str, object], options: object) -> Any:
    """Effect: do the last step with what `parse_args` gave: run the function, or hand the value or answer back.

    Raises:
        LookupError: `chosen` is a name that `options` does not have.
    """
    if not isinstance(chosen, str):
        return finished(bind(chosen, arguments)())
    option = build_menu(options, registry=True).get(chosen)
    if option is None:
        raise LookupError(f"there is no option {chosen!r}")
    if option.function is not None:
        assert callable(option.target)
        return finished(bind(option.target, arguments)())
    return result_of(option, arguments)


def _read(reply: object, menu: Menu, runtime: Any, max_retries: int) -> Pick:
    """Read the pick in `reply`; ask any runtime that has `exec` again, without tools."""
    kinds: list[str] = []
    while isinstance(outcome := _attempt(reply, menu, kinds, max_retries), str):
        reply = runtime.exec(outcome, tools=[])
    return outcome


def _attempt(reply: object, menu: Menu, kinds: list[str], max_retries: int) -> Pick | str:
    """The pick in `reply`, or the prompt that asks again; `kinds` are those of the replies so far."""
    from op_runtime.menu.reask import reask
    from op_runtime.menu.reply import ReplyError, read_reply

    if inspect.iscoroutine(reply):
        reply.close()
        raise TypeError("runtime.exec gave a coroutine: use `await decision.amake(...)`")
    text = reply if isinstance(reply, str) else ""
    try:
        return read_reply(text, menu)
    except ReplyError as error:
        kinds.append(error.kind)
        if len(kinds) > max_retries:
            raise decision_error(error, kinds, text) from None
        return reask(error, text, menu)
