"""Run functions that a language model chooses from. Importing this needs the standard library only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from op_runtime.lazily import importer

if TYPE_CHECKING:
    from op_runtime import decision
    from op_runtime.control_flow import (
        agent,
        conditional,
        goal,
        llm,
        parallel,
        repeat_until,
        route,
        validate_and_retry,
    )
    from op_runtime.errors import ApprovalRefusedError, DecisionError, LLMError
    from op_runtime.exec import Runtime, create_runtime
    from op_runtime.function import agentic_function
    from op_runtime.menu import Option

_HOMES = {
    "ApprovalRefusedError": "op_runtime.errors",
    "DecisionError": "op_runtime.errors",
    "LLMError": "op_runtime.errors",
    "Option": "op_runtime.menu",
    "Runtime": "op_runtime.exec",
    "agent": "op_runtime.control_flow",
    "agentic_function": "op_runtime.function",
    "conditional": "op_runtime.control_flow",
    "create_runtime": "op_runtime.exec",
    "decision": "op_runtime.decision",
    "goal": "op_runtime.control_flow",
    "llm": "op_runtime.control_flow",
    "parallel": "op_runtime.control_flow",
    "repeat_until": "op_runtime.control_flow",
    "route": "op_runtime.control_flow",
    "validate_and_retry": "op_runtime.control_flow",
}

__all__ = [
    "ApprovalRefusedError",
    "DecisionError",
    "LLMError",
    "Option",
    "Runtime",
    "agent",
    "agentic_function",
    "conditional",
    "create_runtime",
    "decision",
    "goal",
    "llm",
    "parallel",
    "repeat_until",
    "route",
    "validate_and_retry",
]


__getattr__ = importer(__name__, _HOMES)
"""`import op_runtime` alone costs next to nothing."""


def __dir__() -> list[str]:
    return sorted(__all__)
