"""A tool loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from op_runtime.context import Runtime, require_runtime
from op_runtime.control_flow.arguments import check_prompt
from op_runtime.registry import get
from op_runtime.steps import recorded


@overload
def agent(
    prompt: str | list[dict[str, Any]],
    *,
    choices: object,
    tools: Sequence[object] | None = None,
    runtime: Runtime | None = None,
    **options: Any,
) -> Any: ...


@overload
def agent(
    prompt: str | list[dict[str, Any]],
    *,
    tools: Sequence[object] | None = None,
    runtime: Runtime | None = None,
    **options: Any,
) -> str: ...


def agent(
    prompt: str | list[dict[str, Any]],
    *,
    tools: Sequence[object] | None = None,
    runtime: Runtime | None = None,
    **options: Any,
) -> Any:
    """Effect: let the model work with tools until it answers in text, and give that text.

    `tools` holds agentic functions, other tools that `Runtime.exec` takes, and names of registered ones; None
    leaves the choice to the runtime. `prompt` is text or a list of content blocks. `options` go to `Runtime.exec`
    as they are; with `choices=` the picked option's result is given instead of text.

    Raises TypeError for wrong arguments, ValueError for an empty prompt, LookupError for a name that is not
    registered, RuntimeError where no runtime is given and none is current, each before any model call.
    """
    check_prompt(prompt, "prompt")
    if isinstance(tools, str) or callable(tools):
        name = repr(tools) if isinstance(tools, str) else getattr(tools, "__name__", "...")
        raise TypeError(f"tools must be a list: write tools=[{name}]")
    if tools is not None and not isinstance(tools, Sequence):
        raise TypeError(f"tools must be a list, not {type(tools).__name__}")
    chosen = require_runtime("agent()") if runtime is None else runtime
    found = None if tools is None else [get(tool) if isinstance(tool, str) else tool for tool in tools]
    settings: dict[str, Any] = {"name": "agent"} | options
    if "choices" in options:
        return chosen.exec(prompt, tools=found, **settings)  # there the pick is one step, and what it runs another
    return recorded("agent", prompt, options | {"tools": found}, lambda: chosen.exec(prompt, tools=found, **settings))
