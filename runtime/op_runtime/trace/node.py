"""One record of a trace."""

from __future__ import annotations

import inspect
import itertools
import json
import os
import time
from dataclasses import dataclass, field
from enum import Enum
from math import isfinite
from typing import Any, Final, Literal, TypeAlias

from op_runtime.context import Branch, current_branch

Role: TypeAlias = Literal["function", "model", "tool"]
Status: TypeAlias = Literal["running", "ok", "rejected", "error"]

HIDDEN: Final = "<hidden>"
"""What stands in a node's input for the value of a hidden or injected parameter (metadata spec, section 3)."""

_sequence: Final = itertools.count(1)


def next_seq() -> int:
    """Effect: take the next number of this process's order of events."""
    return next(_sequence)


def new_id() -> str:
    """Effect: make an id that no other node or frame has, in this process or another."""
    return os.urandom(16).hex()


@dataclass(slots=True, eq=False)
class Node:
    """One model call, one call of an agentic function, or one run of a tool that is not one.

    `input` and `output` are plain JSON values, taken when the call began and ended, so that later changes do not
    show. `caller` is the id of the function node around it, `scope` the ids of all frames around it, the outermost
    first. `reads` are the ids of the nodes that a model call was shown. `branch` says where in `parallel` calls it
    was, `lane` in which asyncio tasks. `seq` and `closed` are the moments of its beginning and its end in this
    process's order of events, `started` and `ended` those in seconds since the epoch. `status` is `running`, `ok`,
    `rejected` (a model's reply that could not be read) or `error`. `usage` is what a provider counted, such as
    `input_tokens`.
    """

    role: Role
    name: str
    input: Any = None
    output: Any = None
    caller: str | None = None
    scope: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    doc: str = ""
    expose: str = "io"
    branch: Branch = field(default_factory=current_branch)
    lane: tuple[Any, ...] = ()
    closed: int | None = None
    status: Status = "running"
    notes: list[str] = field(default_factory=list)
    usage: dict[str, int] = field(default_factory=dict)
    id: str = field(default_factory=new_id)
    seq: int = field(default_factory=next_seq)
    started: float = field(default_factory=time.time)
    ended: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Give the public fields as one JSON object."""
        return {
            "id": self.id,
            "seq": self.seq,
            "role": self.role,
            "name": self.name,
            "input": self.input,
            "output": self.output,
            "caller": self.caller,
            "reads": list(self.reads),
            "started": self.started,
            "ended": self.ended,
            "status": self.status,
            "notes": list(self.notes),
            "usage": dict(self.usage),
            "doc": self.doc,
            "expose": self.expose,
        }


def snapshot(value: object) -> Any:
    """Give `value` as a plain JSON value of its own, which later changes of `value` do not reach."""
    if value is None or type(value) is bool or (type(value) is str and value.isascii()):
        return value
    if inspect.isawaitable(value) or inspect.isgenerator(value) or inspect.isasyncgen(value):
        return f"({type(value).__name__.replace('_', ' ')}, not run yet)"
    from op_runtime.control_flow.text import as_text

    text = as_text(value)
    if isinstance(value, float):
        return float(value) if isfinite(value) else text
    return text if isinstance(value, str) and not isinstance(value, Enum) else json.loads(text)
