"""A package whose modules import from each other; it re-exports the decorator."""

from op_runtime import agentic_function as agentic

from .handlers import refund as pay_back

__all__ = ["agentic", "pay_back"]
