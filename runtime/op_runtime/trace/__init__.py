"""What happened: one node for each model call and each agentic function call."""

from op_runtime.trace.frame import Frame, current_frame, record, traces_of, use_frame
from op_runtime.trace.node import HIDDEN, Node
from op_runtime.trace.reads import history_text, readable
from op_runtime.trace.store import MemoryStore, Store, Trace, finish, note

__all__ = [
    "HIDDEN",
    "Frame",
    "MemoryStore",
    "Node",
    "Store",
    "Trace",
    "current_frame",
    "finish",
    "history_text",
    "note",
    "readable",
    "record",
    "traces_of",
    "use_frame",
]
