"""One model request."""

from __future__ import annotations

from typing import Any, overload

from op_runtime.context import Runtime, require_runtime
from op_runtime.control_flow.arguments import check_prompt
from op_runtime.steps import recorded


@overload
def llm(
    prompt: str | list[dict[str, Any]], *, choices: object, runtime: Runtime | None = None, **options: Any
) -> Any: ...


@overload
def llm(prompt: str | list[dict[str, Any]], *, runtime: Runtime | None = None, **options: Any) -> str: ...


def llm(prompt: str | list[dict[str, Any]], *, runtime: Runtime | None = None, **options: Any) -> Any:
    """Effect: send `prompt` in one model request, without tools, and give the reply's text.

    `prompt` is text or a list of content blocks. `options` go to `Runtime.exec` as they are; with `choices=` the
    picked option's result is given instead of text.

    Raises TypeError for a prompt of another type or for `tools=` (that is what `agent` is for), ValueError for
    an empty prompt, RuntimeError where no runtime is given and none is current.
    """
    check_prompt(prompt, "prompt")
    if "tools" in options or "toolset" in options:
        raise TypeError("llm() sends no tools: use agent(prompt, tools=[...])")
    chosen = require_runtime("llm()") if runtime is None else runtime
    settings: dict[str, Any] = {"name": "llm"} | options
    if "choices" in options:
        return chosen.exec(prompt, tools=[], **settings)  # there the pick is one step, and what it runs another
    return recorded("llm", prompt, options, lambda: chosen.exec(prompt, tools=[], **settings))
