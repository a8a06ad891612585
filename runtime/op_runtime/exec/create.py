"""The runtime that is made where a call chain has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from op_runtime.errors import LLMError
from op_runtime.exec.model import Request

if TYPE_CHECKING:
    from op_runtime.exec.runtime import Runtime

_factory: Callable[[], Runtime] | None = None


def set_default_runtime(factory: Callable[[], Runtime] | None) -> None:
    """Effect: let `factory` make the runtimes of entry functions that are called without one; None undoes it."""
    global _factory
    _factory = factory


def create_runtime() -> Runtime:
    """Effect: make a runtime with the factory that `set_default_runtime` was given.

    Without one the runtime has no model: a function that asks none runs, and the first model call raises `LLMError`.
    """
    from op_runtime.exec.runtime import Runtime

    return Runtime(NoModel()) if _factory is None else _factory()


class NoModel:
    """Stands where no model is set up."""

    def call(self, request: Request) -> object:
        """Raise LLMError, which says how to set up a model."""
        raise LLMError(
            "no model is set up: pass runtime=Runtime(call), where call(messages) gives the model's text, or name a"
            " factory once with op_runtime.exec.set_default_runtime(...)",
            reason="no_model",
        )
