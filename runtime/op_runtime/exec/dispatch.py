"""From a pick to its result: arguments are bound, a function is run, a value or an answer handed back."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from op_runtime.context import use_runtime
from op_runtime.errors import ApprovalRefusedError
from op_runtime.menu import MISSING, Function, Menu, MenuOption
from op_runtime.menu.live import raw_signature
from op_runtime.menu.names import RESULT_KEY


def check_context(menu: Menu, context: object) -> Mapping[str, object]:
    """Give `context` as a mapping, once every hidden parameter of every option has its value.

    Raises:
        TypeError: it is no dict, or a hidden parameter without a default is not in it.
    """
    if context is None:
        context = {}
    if not isinstance(context, Mapping):
        raise TypeError(f"context must be a dict of hidden parameters, not {type(context).__name__}")
    for option in menu.options:
        if option.function is not None:
            missing = missing_hidden(option.function, context)
            if missing:
                raise TypeError(
                    f"option {option.name!r}: the hidden parameter{'s' if len(missing) > 1 else ''}"
                    f" {', '.join(missing)} must come from context= (no model fills them), and"
                    f" {'are' if len(missing) > 1 else 'is'} not there: pass context={{{missing[0]!r}: ...}}"
                )
    return context


def missing_hidden(function: Function, context: Mapping[str, object]) -> list[str]:
    """Give the names of hidden parameters that have no default and are not in `context`."""
    return [
        parameter.name
        for parameter in function.parameters
        if parameter.hidden
        and not parameter.injected
        and parameter.default is MISSING
        and parameter.name not in context
    ]


def check_sync(menu: Menu) -> None:
    """Raise TypeError where an option is async and this thread runs an event loop, in which nothing can wait for it."""
    for option in menu.options:
        if option.function is not None and option.function.is_async and _loop_is_running():
            raise TypeError(
                f"option {option.name!r} is an `async def`, and this thread runs an event loop, which would have to"
                " stop for it: use `await decision.amake(...)` or `await runtime.aexec(...)`"
            )


def all_arguments(
    function: Function, visible: Mapping[str, object], context: Mapping[str, object], runtime: object
) -> dict[str, object]:
    """Give everything that `function` is called with: what the model gave, hidden values, runtimes.

    A runtime that `context` holds under an injected name is kept.
    """
    values: dict[str, object] = {}
    for parameter in function.parameters:
        name = parameter.name
        if parameter.variadic:
            continue
        if parameter.injected:
            given = context.get(name)
            values[name] = runtime if given is None else given
        elif parameter.hidden:
            if name in context:
                values[name] = context[name]
        elif name in visible:
            values[name] = visible[name]
    return values


def bind_all(target: Callable[..., Any], function: Function, values: Mapping[str, object]) -> Callable[[], Any]:
    """Give the call of `target`, described by `function`, with all the values that it needs, by name."""
    if any(parameter.kind == "positional_only" for parameter in function.parameters):
        return bind(target, values)
    return partial(target, **values)


def bind(target: Callable[..., Any], values: Mapping[str, object]) -> Callable[[], Any]:
    """Give the call of `target` with `values` by name, positional-only ones included.

    Raises:
        TypeError: a required parameter has no value. Nothing has run then.
    """
    signature = raw_signature(target)
    positional: list[object] = []
    keywords = dict(values)
    for parameter in signature.parameters.values():
        if parameter.kind is not parameter.POSITIONAL_ONLY:
            break
        if parameter.name in keywords:
            positional.append(keywords.pop(parameter.name))
        elif parameter.default is parameter.empty:
            break
        else:
            positional.append(parameter.default)
    bound = signature.bind(*positional, **keywords)
    return partial(target, *bound.args, **bound.kwargs)


def result_of(option: MenuOption, arguments: Mapping[str, object]) -> Any:
    """Give the result of an option that is not a function: the value itself, or the structured answer."""
    if option.kind == "schema":
        return {RESULT_KEY: option.name, **arguments}
    return option.target


def prepared(
    option: MenuOption, visible: Mapping[str, object], context: Mapping[str, object], runtime: Any
) -> Callable[[], Any]:
    """Effect: ask for approval where it is required, and give what runs a pick: a call without arguments.

    Raises:
        ApprovalRefusedError: the function requires approval, and the runtime's hook did not give it.
    """
    if option.function is None:
        return partial(result_of, option, visible)
    assert callable(option.target)
    refusal = approval_problem(option.target, option.name, visible, runtime)
    if refusal:
        raise ApprovalRefusedError(refusal)
    return bind_all(option.target, option.function, all_arguments(option.function, visible, context, runtime))


def approval_problem(target: object, name: str, arguments: Mapping[str, object], runtime: Any) -> str:
    """Effect: ask the runtime's approval hook where `target` requires it. Empty where it may run, else why not."""
    required = getattr(target, "requires_approval", None)
    if callable(required):
        required = finished(required(dict(arguments)))
    if not required:
        return ""
    hook = getattr(runtime, "on_approval", None)
    if hook is None:
        return f"{name} requires approval, and the runtime has nobody to ask (Runtime(on_approval=...))"
    # nothing but True approves: not a text such as "no", nor a coroutine that nobody has awaited
    approved = finished(hook(name, dict(arguments))) is True
    return "" if approved else f"{name} requires approval, and it was refused"


def run(call: Callable[[], Any], runtime: Any) -> Any:
    """Effect: run `call` with `runtime` as the current one; a coroutine is run to its end.

    Raises:
        TypeError: it gave a coroutine, and this thread runs an event loop, in which nothing can wait for it.
    """
    with use_runtime(runtime):
        return finished(call())


async def arun(call: Callable[[], Any], runtime: Any) -> Any:
    """Effect: run `call` with `runtime` as the current one; what it gives is awaited where it can be."""
    with use_runtime(runtime):
        result = call()
        return await result if inspect.isawaitable(result) else result


def exhausted(result: Any) -> Any:
    """Effect: run a generator to its end and give the list of what it gave; anything else is given back."""
    if inspect.isgenerator(result):
        return list(result)
    return finished(aexhausted(result)) if inspect.isasyncgen(result) else result


async def aexhausted(result: Any) -> Any:
    """Effect: what `exhausted` does, for async generators too."""
    return [item async for item in result] if inspect.isasyncgen(result) else exhausted(result)


def finished(result: Any) -> Any:
    """Effect: run a coroutine to its end and give its result; anything else is given back.

    Raises:
        TypeError: this thread runs an event loop, in which nothing can wait for it.
    """
    if not inspect.iscoroutine(result):
        return result
    if _loop_is_running():
        name = result.__qualname__
        result.close()
        raise TypeError(
            f"{name} is an `async def`, and this thread runs an event loop, which would have to stop for it: use"
            " `await decision.amake(...)` or `await runtime.aexec(...)`"
        )
    import asyncio

    return asyncio.run(result)


def _loop_is_running() -> bool:
    import sys

    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return False
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
