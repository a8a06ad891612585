"""The runtime that is made where a call chain has none."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from op_runtime.errors import LLMError
from op_runtime.exec.model import Request
from op_runtime.secrets import KEYS, key_of

if TYPE_CHECKING:
    from op_runtime.exec.runtime import Runtime

_log = logging.getLogger(__name__)

SETTING: Final = "OP_MODEL"
"""The environment variable that names the model, such as "anthropic:MODEL" or "local"."""

DEFAULTS: Final = {
    "openai": "openai:gpt-5.6-luna",
    "anthropic": "anthropic:claude-haiku-4-5",
    "google": "google:gemini-3.8-flash",
}
"""The model of each provider where only its key is set: names that pydantic-ai 2.68 lists as known."""

_factory: Callable[[], Runtime] | None = None


def set_default_runtime(factory: Callable[[], Runtime] | None) -> None:
    """Effect: let `factory` make the runtimes of entry functions that are called without one; None undoes it."""
    global _factory
    _factory = factory


def create_runtime(**options: Any) -> Runtime:
    """Effect: make a runtime with the factory that `set_default_runtime` was given, else from the environment.

    `OP_MODEL` names the model; without it the first key that is set chooses one of `DEFAULTS`, in their order;
    without a key, `OP_LOCAL_MODEL` chooses the local model. `runtime.model` says which it is, and a log line says why.
    `options` are those of `Runtime`, for a runtime from the environment. Where nothing is set, or what is needed is
    not installed, the runtime has no model: a function that asks none runs, and the first model call raises
    `LLMError`, which says what to do.
    """
    from op_runtime.exec.runtime import Runtime

    if _factory is not None:
        return _factory()
    name, why = chosen_model()
    if name is None:
        return Runtime(NoModel(why), **options)
    try:
        runtime = Runtime(model=name, **options)
    except (LLMError, ValueError) as error:
        return Runtime(NoModel(f"{why}, and {error}"), **options)
    _log.info("the model is %s: %s", name, why)
    return runtime


def chosen_model() -> tuple[str | None, str]:
    """Give the name of the model that the environment chooses, and why; None, and what to do, where it chooses none."""
    from op_runtime.exec.providers.local import SETTING as LOCAL_SETTING

    named = os.environ.get(SETTING, "").strip()
    if named:
        return named, f"{SETTING} says so"
    for provider in KEYS:
        _, variable = key_of(provider)
        if variable:
            return DEFAULTS[provider], f"{variable} is set"
    if os.environ.get(LOCAL_SETTING):
        return "local", f"{LOCAL_SETTING} is set"
    every = ", ".join(key for keys in KEYS.values() for key in keys)
    return None, (
        "pass runtime=Runtime(call), where call(messages) gives the model's text, or name a factory once with"
        f" op_runtime.exec.set_default_runtime(...); or set a key ({every}) and install the extra: pip install"
        f" 'op-lint[providers]'; or, for a model on this machine, set {LOCAL_SETTING}=FILE.gguf and pip install"
        " 'op-lint[local]'"
    )


class NoModel:
    """Stands where no model is set up."""

    def __init__(self, why: str = "") -> None:
        self._why = why

    def call(self, request: Request) -> object:
        """Raise LLMError, which says how to set up a model."""
        raise LLMError(f"no model is set up: {self._why}", reason="no_model")
