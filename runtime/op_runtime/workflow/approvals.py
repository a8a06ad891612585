"""Approvals that come later: a run pauses, somebody decides, and what was approved, exactly that, is run.

An approval is bound to the step, the function and its arguments. A model is not asked again about a call that waits:
its pick was kept before the pause. Whatever differs is asked for anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from op_runtime.workflow.errors import WorkflowError
from op_runtime.workflow.journal import Journal
from op_runtime.workflow.recorder import newest_key
from op_runtime.workflow.values import dump, key_form

_journal: ContextVar[Journal | None] = ContextVar("op_runtime_approvals", default=None)


class ApprovalPending(BaseException):
    """A run waits for somebody to approve a call. `key` names the approval, `name` and `arguments` are the call.

    Not an Exception, so that neither a workflow's code nor a tool loop takes it for a failure.
    """

    def __init__(self, run_id: str, key: str, name: str, arguments: Mapping[str, object]) -> None:
        super().__init__(f"run {run_id} waits for approval {key} of {name}: nothing has run")
        self.run_id = run_id
        self.key = key
        self.name = name
        self.arguments = dict(arguments)


@contextmanager
def use_approvals(journal: Journal | None) -> Iterator[None]:
    """Effect: make `journal` the one that `ask_later` looks at, inside the `with` block."""
    token = _journal.set(journal)
    try:
        yield
    finally:
        _journal.reset(token)


def ask_later(name: str, arguments: dict[str, Any]) -> bool:
    """Effect: say what was decided on a call, or pause the run: `Runtime(on_approval=ask_later)`.

    Raises:
        ApprovalPending: nobody has decided yet. `workflow.resume(run, approve=[key])` goes on.
        WorkflowError: this is no run of a workflow.
    """
    journal = _journal.get()
    if journal is None:
        raise WorkflowError(f"{name} requires approval, and only a run of a workflow can wait for it")
    key = hashlib.sha256(key_form([newest_key(), name, arguments]).encode()).hexdigest()[:16]
    granted = journal.approval(key)
    if granted is None:
        journal.set_approval(key, None, name, dump(arguments))
        raise ApprovalPending(journal.run_id, key, name, arguments)
    return granted
