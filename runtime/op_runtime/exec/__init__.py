"""Running model calls: turns, tools, retries and deadlines, behind one small protocol for a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from op_runtime.lazily import importer

if TYPE_CHECKING:
    from op_runtime.exec.create import create_runtime, set_default_runtime
    from op_runtime.exec.model import Model, Reply, Request, ToolCall
    from op_runtime.exec.runtime import DECISION_FINISH_INSTRUCTION, Runtime

_HOMES = {
    "DECISION_FINISH_INSTRUCTION": "op_runtime.exec.runtime",
    "Model": "op_runtime.exec.model",
    "Reply": "op_runtime.exec.model",
    "Request": "op_runtime.exec.model",
    "Runtime": "op_runtime.exec.runtime",
    "ToolCall": "op_runtime.exec.model",
    "create_runtime": "op_runtime.exec.create",
    "set_default_runtime": "op_runtime.exec.create",
}

__all__ = [
    "DECISION_FINISH_INSTRUCTION",
    "Model",
    "Reply",
    "Request",
    "Runtime",
    "ToolCall",
    "create_runtime",
    "set_default_runtime",
]

__getattr__ = importer(__name__, _HOMES)
"""What only wants one module of this package, as the linter does, does not pay for all of them."""


def __dir__() -> list[str]:
    return sorted(__all__)
