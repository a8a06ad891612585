"""Running model calls: turns, tools, retries and deadlines, behind one small protocol for a model."""

from op_runtime.exec.create import create_runtime, set_default_runtime
from op_runtime.exec.model import Model, Reply, Request, ToolCall
from op_runtime.exec.runtime import DECISION_FINISH_INSTRUCTION, Runtime

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
